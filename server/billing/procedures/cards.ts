import type { BillingAccount } from '#server/billing/billing-account-store.ts';
import { moveDefault } from '#server/billing/cards/detach-cards.ts';
import { removeCard } from '#server/billing/cards/remove-card.ts';
import { defaultCardOf, noSuchCard, savedCards } from '#server/billing/cards/saved-cards.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import {
  cardSetupOutput,
  defaultPaymentMethodOutput,
  paymentMethodsOutput,
  removePaymentMethodInput,
  removePaymentMethodOutput,
  updatePaymentMethodInput,
  updatePaymentMethodOutput,
  customerRef,
  userRef,
} from '#shared/schemas/billing.ts';
import { billingProcedure, cardChangeProcedure } from '#server/billing/billing-procedure.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { assertOwnPath, customerOf } from '#server/billing/customers.ts';
import { cardName, presentCard } from '#server/billing/present-billing.ts';
import type { PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';
import { ownCard } from '#server/billing/checkout/pay-with-saved-card.ts';
import { settleInvoice } from '#server/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';

/** How long after it was saved a card counts as new when it becomes the default. */
const NEW_MS = 3_600_000;

/** Saved cards. */
export function cardProcedures(deps: BillingDeps) {
  return {
    paymentMethods: billingProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{userId}/payment-methods',
          summary: 'Your saved cards',
        },
      })
      .input(userRef)
      .output(paymentMethodsOutput)
      .query(async ({ ctx, input }) => {
        await assertOwnPath(deps, ctx.user.uid, input.userId);
        const { groups } = await savedCards(deps, ctx.user.uid);
        return { payment_methods: groups.map(({ card }) => presentCard(card)) };
      }),

    defaultPaymentMethod: billingProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{id}/default-payment-method',
          summary: 'The card that pays next',
        },
      })
      .input(customerRef)
      .output(defaultPaymentMethodOutput)
      .query(async ({ ctx, input }) => {
        await assertOwnPath(deps, ctx.user.uid, input.id);
        const account = await deps.accounts.byUid(ctx.user.uid);
        const card = await defaultCardOf(deps, ctx.user.uid, account?.liveSubscriptionId);
        return { payment_method: card === undefined ? null : presentCard(card) };
      }),

    updatePaymentMethod: cardChangeProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/update-payment-method',
          summary: 'Make a saved card the one that pays',
        },
      })
      .input(updatePaymentMethodInput)
      .output(updatePaymentMethodOutput)
      .mutation(async ({ ctx, input }) => {
        const { card, payment, clientSecret } = await changeCard(deps, ctx.user.uid, input.paymentMethodId);
        const event = { uid: ctx.user.uid, client: ctx.client, detail: { card: cardName(card) } };
        if (deps.clock.now().getTime() - card.createdAt.getTime() < NEW_MS)
          await deps.accountEvents.record({ ...event, type: 'card_added', key: card.id });
        await deps.accountEvents.record({ ...event, type: 'default_card_changed' });
        return {
          success: true as const,
          payment_method: presentCard(card),
          payment:
            payment === undefined
              ? ('none' as const)
              : payment.kind === 'processing'
                ? ('paid' as const)
                : payment.kind,
          error: payment?.kind === 'declined' ? payment.message : null,
          clientSecret: clientSecret ?? null,
        };
      }),

    removePaymentMethod: cardChangeProcedure
      .input(removePaymentMethodInput)
      .output(removePaymentMethodOutput)
      .mutation(async ({ ctx, input: { paymentMethodId } }) => {
        const { uid } = ctx.user;
        const card = await removeCard(deps, uid, paymentMethodId);
        if (card !== undefined)
          await deps.accountEvents.record({
            ...{ uid, client: ctx.client, detail: { card: cardName(card) } },
            type: 'card_removed',
            key: card.id,
          });
        return { success: true as const };
      }),

    /** Starts saving a card: the browser confirms with the secret, then calls `updatePaymentMethod`. */
    beginCardSetup: cardChangeProcedure.output(cardSetupOutput).mutation(async ({ ctx }) => ({
      clientSecret: await deps.gateway.startCardSetup(await customerOf(deps, ctx.user.uid)),
    })),
  };
}

/** The new default card, and the payment attempt of an overdue invoice, if any. */
export interface ChangedCard {
  card: SavedCard;
  payment: PaymentAttempt | undefined;
  /** Set with `requires_action`: the browser authenticates the payment with it. */
  clientSecret: string | undefined;
}

/** Makes a saved card the default and pays an overdue invoice with it. */
async function changeCard(deps: BillingDeps, uid: string, cardId: string): Promise<ChangedCard> {
  const { accounts, records } = deps;
  const card = await ownCard(deps, uid, cardId);
  const account = await accounts.byUid(uid);
  await makeDefault(deps, account, card);
  const live =
    account?.liveSubscriptionId === undefined
      ? undefined
      : await records.subscription(account.liveSubscriptionId);
  if (live?.status !== 'past_due') return { card, payment: undefined, clientSecret: undefined };
  return { card, ...(await payOverdue(deps, live._id, card.id)) };
}

/** Makes a card the default. Throws NOT_FOUND if it is removed meanwhile; another one is the default then. */
async function makeDefault(
  deps: BillingDeps,
  account: BillingAccount | undefined,
  { id }: SavedCard,
): Promise<void> {
  const { gateway, accounts } = deps;
  const customerId = account?.customerId ?? '';
  try {
    await gateway.setDefaultCard(customerId, account?.liveSubscriptionId, id);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    const saved = await gateway.cards(customerId);
    if (saved.some((card) => card.id === id)) throw error;
    throw noSuchCard();
  }
  const now = account && (await accounts.byUid(account._id));
  if (now?.removedCards?.includes(id) !== true) return;
  await moveDefault(deps, now, customerId, await gateway.cards(customerId));
  throw noSuchCard();
}

async function payOverdue(
  deps: BillingDeps,
  subscriptionId: string,
  cardId: string,
): Promise<Omit<ChangedCard, 'card'>> {
  const overdue = await deps.gateway.openPayment(subscriptionId);
  if (overdue === undefined) {
    await syncSubscription(deps, subscriptionId);
    return { payment: undefined, clientSecret: undefined };
  }
  const payment = await deps.gateway.payInvoice(overdue.invoiceId, cardId);
  await settleInvoice(deps, overdue.invoiceId);
  await syncSubscription(deps, subscriptionId);
  return { payment, clientSecret: payment.kind === 'requires_action' ? overdue.clientSecret : undefined };
}
