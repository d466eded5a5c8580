import { AppError } from '#server/platform/lib/errors.ts';
import type { CreateAgents } from '#server/platform/lib/outgoing/agents.ts';
import type { PaymentGateway } from './port.ts';
import { cachePriceIds, stripeSubscriptions } from './stripe-subscriptions.ts';
import { stripeCustomers } from './stripe-customers.ts';
import { stripePayments } from './stripe-payments.ts';
import { stripePurchases } from './stripe-purchases.ts';
import { stripePreview } from './stripe-preview.ts';
import { stripeTaxIds } from './stripe-tax-ids.ts';
import { stripeReversals } from './stripe-reversals.ts';
import { createStripeSdk, stripeCall, Stripe } from './stripe-sdk.ts';
import { EVENT_TYPES, toEvent } from './stripe-mapping.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Replaces the HTTP requests of the SDK. */
  fetch?: typeof fetch | undefined;
  /** Which requests go through a proxy; default: none. */
  createAgents?: CreateAgents | undefined;
}

/** Creates the payment gateway for Stripe. */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const stripe = createStripeSdk(options);
  const priceIds = cachePriceIds(stripe);
  return {
    priceIds,
    ...stripeCustomers(stripe),
    ...stripeTaxIds(stripe),
    ...stripePreview(stripe),
    ...stripeSubscriptions(stripe, priceIds),
    ...stripePurchases(stripe),
    ...stripePayments(stripe),
    ...stripeReversals(stripe),
    ...stripeEvents(stripe, options.webhookSecret),
  };
}

type Events = Pick<PaymentGateway, 'readWebhook' | 'eventsSince'>;

/** Events of Stripe, by webhook or listed. */
function stripeEvents(stripe: Stripe, webhookSecret: string): Events {
  return {
    readWebhook(rawBody, signature) {
      try {
        return toEvent(Stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret));
      } catch (error) {
        throw new AppError(
          'INVALID_INPUT',
          'The signature of this webhook is not valid.',
          {},
          { cause: error },
        );
      }
    },

    async *eventsSince(since) {
      const filter = { created: { gte: Math.floor(since.getTime() / 1000) }, types: EVENT_TYPES, limit: 100 };
      let last: string | undefined;
      for (;;) {
        const after = last === undefined ? {} : { starting_after: last };
        const page = await stripeCall(() => stripe.events.list({ ...filter, ...after }));
        yield* page.data.map(toEvent);
        last = page.data.at(-1)?.id;
        if (!page.has_more || last === undefined) return;
      }
    },
  };
}
