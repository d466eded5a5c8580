import type { LocalDispute, LocalIntent, LocalRefund } from './account-state.ts';
import { findCard, newObjectId, recordEvent, type AccountContext } from './account.ts';
import { invalidRequest } from './stripe-api-error.ts';
import { chargeIdOf, chargeView, disputeView, refundedOf, refundView } from './views/reversal-views.ts';

/** Refunds a payment, by default its remaining amount in cents. Throws `StripeApiError` if that is not possible. */
export function refundPayment(
  account: AccountContext,
  intent: LocalIntent,
  { amount, reason = null }: { amount?: number | undefined; reason?: string | null | undefined },
): LocalRefund {
  const charge = chargeIdOf(intent.id);
  const remaining = intent.amount - refundedOf(account, intent.id);
  if (intent.status !== 'succeeded')
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.');
  if (account.state.disputes.some((dispute) => dispute.intent === intent.id && withdrawnBy(dispute) > 0))
    throw invalidRequest(`Charge ${charge} has been charged back; cannot issue a refund.`, 'charge_disputed');
  if (remaining === 0)
    throw invalidRequest(`Charge ${charge} has already been refunded.`, 'charge_already_refunded');
  if (amount !== undefined && (amount <= 0 || amount > remaining))
    throw invalidRequest(
      `Refund amount (${String(amount)}) is greater than unrefunded amount on charge (${String(remaining)}).`,
    );
  const refund: LocalRefund = {
    id: newObjectId('re', account.state),
    intent: intent.id,
    amount: amount ?? remaining,
    reason,
    status: 'succeeded',
    created: account.now,
  };
  account.state.refunds.push(refund);
  recordEvent(account, 'refund.created', refundView(refund));
  recordEvent(account, 'charge.refunded', chargeView(account, intent));
  if (intent.card !== null && findCard(account, intent.card).behaviour === 'refund_fails')
    failRefund(account, refund);
  return refund;
}

/** Marks a refund as failed, as when the bank returns the money. */
export function failRefund(account: AccountContext, refund: LocalRefund): void {
  if (refund.status === 'failed') throw invalidRequest('This refund has failed already.');
  refund.status = 'failed';
  for (const type of ['charge.refund.updated', 'refund.updated', 'refund.failed'])
    recordEvent(account, type, refundView(refund));
}

/** Opens a dispute of a payment, by default of its full amount. The funds are withdrawn, except for an inquiry. */
export function openDispute(
  account: AccountContext,
  intent: LocalIntent,
  { amount = intent.amount, inquiry = false }: { amount?: number | undefined; inquiry?: boolean | undefined },
): LocalDispute {
  if (intent.status !== 'succeeded') throw invalidRequest('Only a charge that succeeded can be disputed.');
  const dispute: LocalDispute = {
    id: newObjectId('dp', account.state),
    intent: intent.id,
    amount,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    transactions: [],
    created: account.now,
  };
  account.state.disputes.push(dispute);
  if (!inquiry) moveFunds(account, dispute, -amount);
  recordEvent(account, 'charge.dispute.created', disputeView(dispute));
  if (!inquiry) recordEvent(account, 'charge.dispute.funds_withdrawn', disputeView(dispute));
  return dispute;
}

/** Closes a dispute and returns it; a won one reinstates the withdrawn funds. */
export function closeDispute(
  account: AccountContext,
  dispute: LocalDispute,
  outcome: 'won' | 'lost',
): LocalDispute {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status))
    throw invalidRequest(`This dispute is already closed: ${dispute.status}.`);
  const inquiry = dispute.status === 'warning_needs_response';
  const withdrawn = withdrawnBy(dispute);
  dispute.status = inquiry ? 'warning_closed' : outcome;
  const reinstated = outcome === 'won' && withdrawn > 0;
  if (reinstated) moveFunds(account, dispute, withdrawn);
  recordEvent(account, 'charge.dispute.closed', disputeView(dispute));
  if (reinstated) recordEvent(account, 'charge.dispute.funds_reinstated', disputeView(dispute));
  return dispute;
}

function moveFunds(account: AccountContext, dispute: LocalDispute, amount: number): void {
  dispute.transactions.push({ id: newObjectId('txn', account.state), amount, created: account.now });
}

function withdrawnBy({ transactions }: LocalDispute): number {
  return -transactions.reduce((sum, { amount }) => sum + amount, 0);
}
