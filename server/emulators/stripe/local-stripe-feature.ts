import type { Router } from 'express';
import type { Logger } from '#server/platform/lib/log.ts';
import { LocalStripe, type LocalStripeOptions } from './local-stripe.ts';
import { createLocalStripeRouter } from './local-stripe-router.ts';
import type { LocalStripeStore } from './local-stripe-store.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

/** Keys of the local Stripe. They give access only to the emulator on this machine, so they are not secret. */
export const LOCAL_STRIPE_KEYS = {
  secretKey: 'sk_local_hark',
  publishableKey: 'pk_local_hark',
  webhookSecret: 'whsec_local_hark',
} as const;

/** A payment with a card, by the client secret of its intent. */
export interface CardPayment {
  intentId: string;
  clientSecret: string;
  card: { number: string; exp_month: number; exp_year: number; cvc: string };
}

export interface LocalStripeFeature {
  /** Handles requests of the Stripe SDK (`createStripeGateway({ fetch })`). */
  fetch: typeof fetch;
  /** To be mounted at /local/stripe. */
  router: Router;
  /** Confirms a payment as the payer's browser would; returns the HTTP status. */
  confirm(payment: CardPayment): Promise<number>;
  models: LocalStripeStore['models'];
  /** Starts webhook delivery and renewals. Call in one process only. */
  start(): void;
  /** Stops after the current delivery. */
  stop(): Promise<void>;
}

/**
 * Creates the Stripe emulator. `origin` is the public origin of Hark, for example http://127.0.0.1:3000; `webhookUrl`
 * is its webhook endpoint as reached from this machine.
 */
export function createLocalStripe(
  deps: LocalStripeOptions & { log: Logger; webhookUrl: string },
): LocalStripeFeature {
  const { clock, log, webhookUrl } = deps;
  const stripe = new LocalStripe(deps);
  const delivery = new WebhookDelivery({
    stripe,
    clock,
    log,
    url: webhookUrl,
    secret: LOCAL_STRIPE_KEYS.webhookSecret,
  });
  return {
    fetch: stripe.fetch,
    router: createLocalStripeRouter(stripe, LOCAL_STRIPE_KEYS.publishableKey),
    async confirm({ intentId, clientSecret, card }) {
      const path = `/v1/payment_intents/${intentId}/confirm`;
      const params = { payment_method_data: { type: 'card', card } };
      return (await stripe.callWithSecret(clientSecret, { method: 'POST', path, params })).status;
    },
    models: stripe.store.models,
    start: () => {
      delivery.start();
    },
    stop: () => delivery.stop(),
  };
}
