import { z } from 'zod';
import { HOUR_MS } from '#shared/time-units.ts';
import { updatePaymentMethodOutput } from '#shared/schemas/billing/billing.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';
import type { IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import type { SignedInContext } from '#server/platform/trpc/context.ts';
import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { ownCard } from '#server/features/billing/checkout/pay-with-saved-card.ts';
import { runIdempotentCharge, presentAttempt } from '#server/features/billing/invoices/idempotent-charge.ts';
import { payOverdue, settleRenewal } from '#server/features/billing/invoices/pay-open-invoice.ts';
import { cardName, presentCard } from '#server/features/billing/present-billing.ts';
import { keepDefault } from './detach-cards.ts';
import { noSuchCard } from './saved-cards.ts';

/** How long after it was saved a card counts as new when it becomes the default. */
const NEW_MS = HOUR_MS;

/** The response without the secret with which anybody can pay; `intentId` is the payment that it belongs to. */
const storedSchema = updatePaymentMethodOutput
  .omit({ clientSecret: true })
  .extend({ intentId: z.string().nullable() });

/**
 * Makes a saved card the default and pays an overdue invoice with it, once per `Idempotency-Key`. Throws `AppError`
 * NOT_FOUND for a card that is not the caller's.
 */
export async function changeCardOnce(
  deps: BillingDeps,
  call: IdempotentCall & Pick<SignedInContext, 'user' | 'client'>,
  cardId: string,
): Promise<z.infer<typeof updatePaymentMethodOutput>> {
  return runIdempotentCharge(deps, call, storedSchema, (attempt) => changeCard(deps, call, cardId, attempt));
}

async function changeCard(
  deps: BillingDeps,
  { user: { uid }, client }: Pick<SignedInContext, 'user' | 'client'>,
  cardId: string,
  attempt: string,
): Promise<z.infer<typeof storedSchema>> {
  const card = await ownCard(deps, uid, cardId);
  const account = await deps.accounts.byUid(uid);
  await makeDefault(deps, account, card, `card:${attempt}`);
  const { payment, intentId } = await payIfOverdue(deps, account?.liveSubscriptionId, card, `pay:${attempt}`);
  const event = { uid, client, detail: { card: cardName(card) } };
  if (deps.clock.now().getTime() - card.createdAt.getTime() < NEW_MS)
    await deps.accountEvents.record({ ...event, type: 'card_added', key: card.id });
  await deps.accountEvents.record({ ...event, type: 'default_card_changed', key: attempt });
  return {
    success: true,
    payment_method: presentCard(card),
    ...(payment === undefined ? { payment: 'none', error: null } : presentAttempt(payment)),
    intentId: payment?.kind === 'requires_action' ? intentId : null,
  };
}

/** Makes a card the default. Throws NOT_FOUND if it is removed meanwhile; another one is the default then. */
async function makeDefault(
  deps: BillingDeps,
  account: BillingAccount | undefined,
  { id }: SavedCard,
  key: string,
): Promise<void> {
  const { gateway, accounts } = deps;
  const customerId = account?.customerId ?? '';
  try {
    await gateway.setDefaultCard(customerId, account?.liveSubscriptionId, id, `${key}:${id}`);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    const saved = await gateway.cards(customerId);
    if (saved.some((card) => card.id === id)) throw error;
    throw noSuchCard();
  }
  const now = account && (await accounts.byUid(account._id));
  if (now?.removedCards?.includes(id) !== true) return;
  await keepDefault(deps, now._id, customerId);
  throw noSuchCard();
}

/** Pays the overdue invoice of a subscription, if there is one. Returns the attempt and its payment intent. */
async function payIfOverdue(
  deps: BillingDeps,
  subscriptionId: string | undefined,
  { id: cardId }: SavedCard,
  key: string,
): Promise<{ payment: PaymentAttempt | undefined; intentId: string | null }> {
  const live = subscriptionId === undefined ? undefined : await deps.records.subscription(subscriptionId);
  if (live?.status !== 'past_due') return { payment: undefined, intentId: null };
  const overdue = await deps.gateway.openPayment(live._id);
  if (overdue === undefined) {
    // Paid elsewhere, or given up.
    if (live.latestInvoiceId !== undefined) await settleRenewal(deps, live.latestInvoiceId, live._id);
    return { payment: undefined, intentId: null };
  }
  return { payment: await payOverdue(deps, overdue, cardId, key), intentId: overdue.intentId };
}
