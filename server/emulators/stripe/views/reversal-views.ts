import type { Stripe } from '#server/providers/payments/stripe-sdk.ts';
import type { LocalDispute, LocalIntent, LocalRefund } from '../account-state.ts';
import type { AccountContext } from '../account.ts';
import { CURRENCY, stripeObject } from './object-views.ts';
import type { Part, StripeFields } from './stripe-types.ts';

/** Returns the id of a payment's only charge: the id of its intent with the prefix of charges. */
export function chargeIdOf(intentId: string): string {
  return intentId.replace(/^pi_/, 'ch_');
}

/** Returns the refunded amount of a payment in cents, without failed refunds. */
export function refundedOf({ state }: AccountContext, intentId: string): number {
  return state.refunds
    .filter(({ intent, status }) => intent === intentId && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function chargeView(account: AccountContext, intent: LocalIntent) {
  const refunded = refundedOf(account, intent.id);
  return stripeObject('charge', {
    id: chargeIdOf(intent.id),
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: refunded,
    captured: true,
    created: intent.created,
    currency: CURRENCY,
    customer: account.state.customer.id,
    disputed: account.state.disputes.some((dispute) => dispute.intent === intent.id),
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.card,
    refunded: refunded === intent.amount,
    status: 'succeeded',
  });
}

export function refundView(refund: LocalRefund): StripeFields<'refund'> {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: chargeIdOf(refund.intent),
    created: refund.created,
    currency: CURRENCY,
    metadata: {},
    payment_intent: refund.intent,
    reason: refund.reason,
    status: refund.status,
    ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
}

export function disputeView(dispute: LocalDispute) {
  const { id, intent, amount, status, created, transactions } = dispute;
  return stripeObject('dispute', {
    id,
    amount,
    balance_transactions: transactions.map((transaction) => transactionView(id, transaction)),
    charge: chargeIdOf(intent),
    created,
    currency: CURRENCY,
    is_charge_refundable: status === 'warning_needs_response',
    payment_intent: intent,
    reason: 'fraudulent',
    status,
  });
}

function transactionView(
  source: string,
  { id, amount, created }: LocalDispute['transactions'][number],
): Part<Stripe.BalanceTransaction> {
  return {
    id,
    object: 'balance_transaction',
    amount,
    created,
    currency: CURRENCY,
    fee: 0,
    net: amount,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source,
    type: 'adjustment',
  };
}
