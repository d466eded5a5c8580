import {
  cardSetupOutput,
  defaultPaymentMethodOutput,
  paymentMethodsOutput,
  updatePaymentMethodInput,
  updatePaymentMethodOutput,
  customerRef,
  userRef,
} from '#shared/schemas/billing.ts';
import { billingProcedure, cardChangeProcedure } from '#server/billing/billing-procedure.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { assertOwnPath, customerOf } from '#server/billing/customers.ts';
import { presentCard } from '#server/billing/present-billing.ts';
import type { PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';
import { ownCard } from '#server/billing/checkout/pay-with-saved-card.ts';
import { settleInvoice } from '#server/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';

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
        const customerId = (await deps.accounts.byUid(ctx.user.uid))?.customerId;
        const cards = customerId === undefined ? [] : await deps.gateway.cards(customerId);
        return { payment_methods: cards.map(presentCard) };
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
        if (account?.customerId === undefined) return { payment_method: null };
        const card = await deps.gateway.defaultCard(account.customerId, account.liveSubscriptionId);
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
        await deps.accountEvents.record({
          uid: ctx.user.uid,
          type: 'default_card_changed',
          client: ctx.client,
          detail: { card: cardName(card) },
        });
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

    /** Starts saving a card: the browser confirms with the secret, then calls `updatePaymentMethod`. */
    beginCardSetup: cardChangeProcedure.output(cardSetupOutput).mutation(async ({ ctx }) => ({
      clientSecret: await deps.gateway.startCardSetup(await customerOf(deps, ctx.user.uid)),
    })),
  };
}

function cardName({ brand, last4 }: SavedCard): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
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
  const { accounts, gateway, records } = deps;
  const card = await ownCard(deps, uid, cardId);
  const account = await accounts.byUid(uid);
  await gateway.setDefaultCard(account?.customerId ?? '', account?.liveSubscriptionId, cardId);
  const live =
    account?.liveSubscriptionId === undefined
      ? undefined
      : await records.subscription(account.liveSubscriptionId);
  if (live?.status !== 'past_due') return { card, payment: undefined, clientSecret: undefined };
  return { card, ...(await payOverdue(deps, live._id, cardId)) };
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
