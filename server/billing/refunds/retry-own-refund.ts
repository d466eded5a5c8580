import type { BillingDeps } from '#server/billing/billing-deps.ts';

/** A bank that sends a refund back three times will not accept it; a person has to return the money another way. */
const MAX_FAILED = 3;

/**
 * Refunds a second payment again where Hark's refund of it failed at the bank, or a dispute that forbade the refund was
 * won. Repeatable: the key names the state that calls for the refund, and nothing is refunded beyond what was paid.
 * One that keeps failing is marked, so that the audit names it until the money has gone back.
 */
export async function retryOwnRefund(deps: BillingDeps, invoiceId: string): Promise<void> {
  const { gateway, records, clock, log } = deps;
  const { paid, reversals } = await gateway.reversals(invoiceId);
  const away = reversals.reduce((sum, { amount }) => sum + amount, 0);
  if (away >= paid) {
    await records.clearRefundFailed(invoiceId);
    return;
  }
  const failed = reversals.filter(({ kind, amount }) => kind === 'refund' && amount === 0).length;
  const state = { invoiceId, paid, away, failed };
  if (failed >= MAX_FAILED) {
    if (await records.markRefundFailed(invoiceId, clock.now()))
      log.error(state, 'the refund of a second subscription keeps failing: return the money by hand');
    return;
  }
  log.warn(state, 'the money of a second subscription has not gone back: refunding it again');
  await gateway.refundInvoice(invoiceId, `refund:${invoiceId}:${String(reversals.length)}:${String(away)}`);
}
