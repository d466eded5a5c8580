import type { PlanId } from '#shared/plans.ts';
import { AppError } from '#server/lib/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { finishPayment, ownIntent, type PaidPlan } from './finish-payment.ts';
import { openCheckout } from './open-checkout.ts';

/** One of the caller's saved cards. Throws FORBIDDEN for every other, whether or not it exists. */
export async function ownCard(
  { gateway, accounts }: BillingDeps,
  uid: string,
  cardId: string,
): Promise<SavedCard> {
  const customerId = (await accounts.byUid(uid))?.customerId;
  const cards = customerId === undefined ? [] : await gateway.cards(customerId);
  const card = cards.find(({ id }) => id === cardId);
  if (card === undefined) throw new AppError('FORBIDDEN', 'This card belongs to another user.');
  return card;
}

/** Pays the caller's open payment with one of their saved cards. Paying twice pays once. */
export async function payWithSavedCard(
  deps: BillingDeps,
  uid: string,
  intentId: string,
  cardId: string,
): Promise<PaymentAttempt> {
  const [intent] = await Promise.all([ownIntent(deps, uid, intentId), ownCard(deps, uid, cardId)]);
  if (intent.status === 'paid') return { kind: 'paid' };
  try {
    return await deps.gateway.payIntent(intentId, cardId);
  } catch (error) {
    // For example a checkout that another window has replaced, or a second click that came a moment later.
    if (!(error instanceof ProviderRejected)) throw error;
    const { status } = await ownIntent(deps, uid, intentId);
    return status === 'paid'
      ? { kind: 'paid' }
      : { kind: 'declined', message: error.message, code: error.vendorCode };
  }
}

/** Subscribes with the default card at once (contract §6). Throws PAYMENT_REQUIRED where it does not pay, CONFLICT when subscribed. */
export async function subscribeWithDefaultCard(
  deps: BillingDeps,
  uid: string,
  plan: PlanId,
): Promise<PaidPlan> {
  const { intentId, customerId } = await openCheckout(deps, uid, plan);
  const card = await deps.gateway.defaultCard(customerId, undefined);
  if (card === undefined) throw new AppError('PAYMENT_REQUIRED', 'There is no saved card to pay with.');
  const attempt = await payWithSavedCard(deps, uid, intentId, card.id);
  if (attempt.kind === 'requires_action') {
    throw new AppError('PAYMENT_REQUIRED', 'Payment requires additional authentication. Please try again.');
  }
  if (attempt.kind === 'declined')
    throw new AppError('PAYMENT_REQUIRED', `Payment failed: ${attempt.message}`);
  return finishPayment(deps, uid, intentId);
}
