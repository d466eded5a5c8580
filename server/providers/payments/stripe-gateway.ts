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
  /** Replaces the HTTP requests of the SDK. */
  fetch?: typeof fetch | undefined;
}

/** Creates the payment gateway for Stripe. */
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
