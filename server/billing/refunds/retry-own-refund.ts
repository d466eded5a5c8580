import type { BillingDeps } from '#server/billing/billing-deps.ts';

/** After three failed refunds, support has to return the money another way. */
const MAX_FAILED = 3;

/**
 * Retries the refund of a second subscription if it failed at the bank, or if a dispute that prevented it was won.
 * Idempotent: the key is derived from the current reversals, and never more than the payment is refunded. A refund
 * that keeps failing is marked for the audit until the money is returned.
 */
export async function retryOwnRefund(deps: BillingDeps, invoiceId: string): Promise<void> {
  const { gateway, records, clock, log } = deps;
  const { paid, reversals } = await gateway.reversals(invoiceId);
  const reversed = reversals.reduce((sum, { amount }) => sum + amount, 0);
  if (reversed >= paid) {
    await records.clearRefundFailed(invoiceId);
    return;
  }
  const failed = reversals.filter(({ kind, amount }) => kind === 'refund' && amount === 0).length;
  const state = { invoiceId, paid, reversed, failed };
  if (failed >= MAX_FAILED) {
    if (await records.markRefundFailed(invoiceId, clock.now()))
      log.error(state, 'the refund of a second subscription keeps failing: return the money manually');
    return;
  }
  log.warn(state, 'the refund of a second subscription failed: refunding it again');
  await gateway.refundInvoice(
    invoiceId,
    `refund:${invoiceId}:${String(reversals.length)}:${String(reversed)}`,
  );
}
