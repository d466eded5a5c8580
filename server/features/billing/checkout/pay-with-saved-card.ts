import type { PlanId } from '#shared/plans.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import {
  defaultCardOf,
  groupOf,
  noSuchCard,
  savedCards,
} from '#server/features/billing/cards/saved-cards.ts';
import { finishPayment, ownIntent, type PaidPlan } from './finish-payment.ts';
import { openCheckout } from './open-checkout.ts';

/** Returns a saved card of the caller. Throws NOT_FOUND for any other, whether or not it exists. */
export async function ownCard(deps: BillingDeps, uid: string, cardId: string): Promise<SavedCard> {
  const { groups } = await savedCards(deps, uid);
  const card = groupOf(groups, cardId)?.card;
  if (card === undefined) throw noSuchCard();
  return card;
}

/** Pays an open payment of the caller with a saved card, once per `key`; a payment that is paid stays so. */
export async function payWithSavedCard(
  deps: BillingDeps,
  uid: string,
  intentId: string,
  cardId: string,
  key: string,
): Promise<PaymentAttempt> {
  const intent = await ownIntent(deps, uid, intentId);
  const card = await ownCard(deps, uid, cardId);
  if (intent.status === 'paid') return { kind: 'paid' };
  try {
    return await deps.gateway.payIntent(intentId, card.id, `${key}:${card.id}`);
  } catch (error) {
    // A checkout replaced by another window, or a second click.
    if (!(error instanceof ProviderRejected)) throw error;
    const { status } = await ownIntent(deps, uid, intentId);
    return status === 'paid'
      ? { kind: 'paid' }
      : { kind: 'declined', message: error.message, code: error.vendorCode };
  }
}

/**
 * Subscribes with the default card, which is charged once per `key`. Throws PAYMENT_REQUIRED if the payment does not
 * succeed, CONFLICT if subscribed.
 */
export async function subscribeWithDefaultCard(
  deps: BillingDeps,
  uid: string,
  plan: PlanId,
  key: string,
): Promise<PaidPlan> {
  const { intentId } = await openCheckout(deps, uid, plan);
  const card = await defaultCardOf(deps, uid, undefined);
  if (card === undefined) throw new AppError('PAYMENT_REQUIRED', 'There is no saved card to pay with.');
  const attempt = await payWithSavedCard(deps, uid, intentId, card.id, key);
  if (attempt.kind === 'requires_action') {
    throw new AppError('PAYMENT_REQUIRED', 'Payment requires additional authentication. Please try again.');
  }
  if (attempt.kind === 'declined')
    throw new AppError('PAYMENT_REQUIRED', `Payment failed: ${attempt.message}`);
  return finishPayment(deps, uid, intentId);
}
