import type { ExpectedCredits } from '#server/billing/ports.ts';
import { REFUND_KEY, refundKey } from './reconcile-refunds.ts';
import type { RefundStepStore } from './refund-step-store.ts';

/** What the audit of credits compares with the ledger: every step that moves credits has its event, every event its step. */
export function createRefundAudit(refunds: RefundStepStore) {
  return {
    name: 'refunds',
    explains: (key: string) => key.startsWith(REFUND_KEY),
    async *expectedEvents(streamId: string): AsyncIterable<ExpectedCredits> {
      for await (const { _id, invoiceId, kind, sourceId, credits, at, doneAt } of refunds.ofStream(
        streamId,
      )) {
        if (credits === 0) continue;
        const cause = `${kind} ${sourceId} of invoice ${invoiceId}`;
        yield { key: refundKey(_id), cause, due: doneAt !== undefined, since: at, amount: credits };
      }
    },
  };
}
