import { PLANS } from '#shared/plans.ts';
import type { BillingRecords } from './billing-records.ts';
import type { InvoiceRecord } from './billing-records-model.ts';
import { grantKey } from './invoices/settle-invoice.ts';
import type { ExpectedEvent } from '#server/features/credits/api.ts';
import { REFUND_KEY, refundKey } from './refunds/reconcile-refunds.ts';
import type { RefundStepStore } from './refunds/refund-step-store.ts';

/** Audit source: every granted invoice has its ledger event, and every grant event its invoice. */
export function createInvoiceAudit(records: BillingRecords) {
  return {
    name: 'invoices',
    explains: (key: string) => key.startsWith(grantKey('')),
    async *expectedEvents(streamId: string): AsyncIterable<ExpectedEvent> {
      for await (const invoice of records.invoicesToGrant(streamId)) {
        const { _id, outcome, paidAt, createdAt } = invoice;
        const amount = creditsOf(invoice);
        if (amount === undefined) continue;
        const since = paidAt ?? createdAt;
        yield { key: grantKey(_id), cause: `invoice ${_id}`, due: outcome === 'granted', since, amount };
      }
    },
    async causing(streamId: string, keys: readonly string[]): Promise<Set<string>> {
      const causing = new Set<string>();
      const ids = keys.map((key) => key.slice(grantKey('').length));
      for await (const invoice of records.invoicesToGrant(streamId, ids))
        if (creditsOf(invoice) !== undefined) causing.add(grantKey(invoice._id));
      return causing;
    },
    /** Failed refunds that support has to return manually. */
    async *troubles(streamId: string): AsyncIterable<string> {
      for await (const { _id, refundFailedAt } of records.failedRefunds(streamId)) {
        const since = refundFailedAt?.toISOString() ?? '';
        yield `the refund of invoice ${_id} has failed since ${since}: return the money manually`;
      }
    },
  };
}

/** Returns the credits that an invoice pays for. */
function creditsOf({ plan, credits }: InvoiceRecord): number | undefined {
  return plan === undefined ? credits : PLANS[plan].benefits.assignedCredits;
}

/** Audit source: every refund step that changes credits has its ledger event, and every refund event its step. */
export function createRefundAudit(refunds: RefundStepStore) {
  return {
    name: 'refunds',
    explains: (key: string) => key.startsWith(REFUND_KEY),
    async *expectedEvents(streamId: string): AsyncIterable<ExpectedEvent> {
      for await (const { _id, invoiceId, kind, sourceId, credits, at, doneAt } of refunds.ofStream(
        streamId,
      )) {
        if (credits === 0) continue;
        const cause = `${kind} ${sourceId} of invoice ${invoiceId}`;
        yield { key: refundKey(_id), cause, due: doneAt !== undefined, since: at, amount: credits };
      }
    },
    async causing(streamId: string, keys: readonly string[]): Promise<Set<string>> {
      const causing = new Set<string>();
      const ids = keys.map((key) => key.slice(REFUND_KEY.length));
      for await (const { _id, credits } of refunds.ofStream(streamId, ids))
        if (credits !== 0) causing.add(refundKey(_id));
      return causing;
    },
  };
}
