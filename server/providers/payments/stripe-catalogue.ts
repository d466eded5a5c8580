import { PLAN_LIST, type Plan, type PlanId } from '#shared/plans.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import { stripeCall, type Stripe } from './stripe-sdk.ts';
import { idOf } from './stripe-mapping.ts';

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
  const known = await stripeCall(() => stripe.prices.list({ lookup_keys, active: true }));
  const entries = PLAN_LIST.map(async (plan) => {
    const price = known.data.find(({ lookup_key }) => lookup_key === plan.priceLookupKey);
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
