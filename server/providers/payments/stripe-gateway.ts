import type { PaymentGateway } from './port.ts';
import { cachePriceIds } from './stripe-catalogue.ts';
import { stripeCustomers } from './stripe-customers.ts';
import { stripeEvents } from './stripe-events.ts';
import { stripePayments } from './stripe-payments.ts';
import { stripeReversals } from './stripe-reversals.ts';
import { createStripeSdk } from './stripe-sdk.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Answers the SDK's requests instead of Stripe's servers. */
  fetch?: typeof fetch | undefined;
}

/** The payment gateway over Stripe (design §5). */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const stripe = createStripeSdk(options);
  const priceIds = cachePriceIds(stripe);
  return {
    priceIds,
    ...stripeCustomers(stripe),
    ...stripeSubscriptions(stripe, priceIds),
    ...stripePayments(stripe),
    ...stripeReversals(stripe),
    ...stripeEvents(stripe, options.webhookSecret),
  };
}
