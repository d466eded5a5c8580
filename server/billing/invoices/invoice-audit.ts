import { PLANS } from '#shared/plans.ts';
import type { BillingRecords } from '#server/billing/billing-records.ts';
import type { ExpectedCredits } from '#server/billing/ports.ts';
import { grantKey } from './settle-invoice.ts';

/** What the audit of credits compares with the ledger: every paid plan invoice has its grant, every grant its invoice. */
export function createInvoiceAudit(records: BillingRecords) {
  return {
    name: 'invoices',
    explains: (key: string) => key.startsWith(grantKey('')),
    async *expectedEvents(streamId: string): AsyncIterable<ExpectedCredits> {
      for await (const { _id, plan, outcome, paidAt, createdAt } of records.invoicesToGrant(streamId)) {
        if (plan === undefined) continue;
        const amount = PLANS[plan].benefits.assignedCredits;
        const since = paidAt ?? createdAt;
        yield { key: grantKey(_id), cause: `invoice ${_id}`, due: outcome === 'granted', since, amount };
      }
    },
    /** Money that should have gone back and did not. */
    async *troubles(streamId: string): AsyncIterable<string> {
      for await (const { _id, refundFailedAt } of records.failedRefunds(streamId)) {
        const since = refundFailedAt?.toISOString() ?? '';
        yield `the refund of invoice ${_id} has failed since ${since}: return the money by hand`;
      }
    },
  };
}
