import { type PlanId, PLAN_LIST, type Plan } from '#shared/plans.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentGateway } from './port.ts';
import { voidUnpaid } from './stripe-purchases.ts';
import { ofCustomer } from './stripe-missing-customer.ts';
import { stripeCall, stripeFind, stripeFindKept, throwSpent, unexpected, type Stripe } from './stripe-sdk.ts';
import { toAlreadyPaid, toOpenPayment, toSubscription, idOf } from './stripe-mapping.ts';

type Subscriptions = Pick<
  PaymentGateway,
  'startSubscription' | 'openPayment' | 'cancelUnpaid' | 'cancelNow' | 'setCancelAtPeriodEnd' | 'subscription'
>;

/** The fields to expand for `toOpenPayment`. */
const OPEN_PAYMENT = ['latest_invoice.confirmation_secret', 'latest_invoice.payments'];

/** Creates, reads and cancels subscriptions at Stripe. */
export function stripeSubscriptions(
  stripe: Stripe,
  priceIds: () => Promise<Readonly<Record<PlanId, string>>>,
): Subscriptions {
  async function cancelNow(subscriptionId: string): Promise<void> {
    const subscription = await stripeFindKept(stripe, () => stripe.subscriptions.retrieve(subscriptionId));
    if (subscription === undefined || toSubscription(subscription).status === 'canceled') return;
    // A subscription canceled concurrently is no longer found.
    await stripeFind(() => stripe.subscriptions.cancel(subscriptionId));
  }

  return {
    cancelNow,

    async startSubscription({ customerId, plan, key }) {
      const price = (await priceIds())[plan];
      const params: Stripe.SubscriptionCreateParams = {
        customer: customerId,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
        expand: OPEN_PAYMENT,
      };
      const subscription = await ofCustomer(stripe, customerId, () =>
        stripe.subscriptions.create(params, { idempotencyKey: key }),
      ).catch(throwSpent);
      const paid = toAlreadyPaid(subscription);
      if (paid !== undefined) throw paid;
      return toOpenPayment(subscription) ?? unexpected('a new subscription without an open payment');
    },

    async openPayment(subscriptionId) {
      const subscription = await stripeFindKept(stripe, () =>
        stripe.subscriptions.retrieve(subscriptionId, { expand: OPEN_PAYMENT }),
      );
      return subscription && toOpenPayment(subscription);
    },

    async cancelUnpaid({ subscriptionId, invoiceId }) {
      if ((await voidUnpaid(stripe, invoiceId)) === 'paid') return 'paid';
      await cancelNow(subscriptionId);
      return 'canceled';
    },

    async setCancelAtPeriodEnd(subscriptionId, cancel) {
      const update = (change: Stripe.SubscriptionUpdateParams) =>
        stripeCall(() => stripe.subscriptions.update(subscriptionId, change));
      if (cancel) return toSubscription(await update({ cancel_at_period_end: true }));
      // Stripe refuses both parameters in one request, and ignores the one that is not set.
      let current = await stripeCall(() => stripe.subscriptions.retrieve(subscriptionId));
      if (current.cancel_at_period_end) current = await update({ cancel_at_period_end: false });
      if (typeof current.cancel_at === 'number') current = await update({ cancel_at: '' });
      return toSubscription(current);
    },

    async subscription(id) {
      const subscription = await stripeFindKept(stripe, () => stripe.subscriptions.retrieve(id));
      return subscription && toSubscription(subscription);
    },
  };
}

const CENTS = 100;

/** Returns a function that loads the price ids of our plans on first use and caches them; failures are not cached. */
export function cachePriceIds(stripe: Stripe): () => Promise<Readonly<Record<PlanId, string>>> {
  let prices: Promise<Record<PlanId, string>> | undefined;
  return () => {
    prices ??= findOrCreatePrices(stripe).catch((error: unknown) => {
      prices = undefined;
      throw error;
    });
    return prices;
  };
}

/**
 * Finds prices by lookup key. A price whose amount differs from the catalogue is replaced; existing subscriptions
 * keep theirs.
 */
async function findOrCreatePrices(stripe: Stripe): Promise<Record<PlanId, string>> {
  const lookup_keys = PLAN_LIST.map((plan) => plan.priceLookupKey);
  const listed = await stripeCall(() => stripe.prices.list({ lookup_keys, active: true }));
  const entries = PLAN_LIST.map(async (plan) => {
    const price = listed.data.find(({ lookup_key }) => lookup_key === plan.priceLookupKey);
    const usable = price?.unit_amount === plan.amount * CENTS && idOf(price.product) === plan.productId;
    return [plan.id, usable ? price.id : await createPrice(stripe, plan)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<PlanId, string>;
}

async function createPrice(stripe: Stripe, plan: Plan): Promise<string> {
  const { title, amount, productId, priceLookupKey } = plan;
  await stripeCall(() => stripe.products.create({ id: productId, name: `Hark ${title}` })).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderRejected) || error.vendorCode !== 'resource_already_exists') throw error;
    },
  );
  const price = await stripeCall(() =>
    stripe.prices.create(
      {
        product: productId,
        currency: 'usd',
        unit_amount: amount * CENTS,
        recurring: { interval: 'month' },
        lookup_key: priceLookupKey,
        transfer_lookup_key: true,
      },
      { idempotencyKey: `price:${priceLookupKey}:${String(amount)}` },
    ),
  );
  return price.id;
}
