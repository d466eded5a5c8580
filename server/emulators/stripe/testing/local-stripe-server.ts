import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import type { Connection } from 'mongoose';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { errorHandler } from '#server/platform/http/error-response.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import {
  createLocalStripe,
  LOCAL_STRIPE_KEYS,
  type LocalStripeFeature,
} from '#server/emulators/stripe/local-stripe-feature.ts';
import { createStripeGateway } from '#server/providers/payments/stripe-gateway.ts';
import type { PaymentGateway, TaxId } from '#server/providers/payments/port.ts';
import { accountKeyOf } from '../account.ts';
import { createTestBrowser, type TestBrowser } from './browser.ts';
import { createTestDashboard, type TestDashboard } from './dashboard.ts';

export interface LocalStripeServer {
  origin: string;
  stripe: LocalStripeFeature;
  gateway: PaymentGateway;
  browser: TestBrowser;
  dashboard: TestDashboard;
  /** Handler of /webhooks/stripe; returns 503 until it is set. */
  webhook: RequestHandler;
  /** Advances the clock of the customers with an email. */
  advance(email: string, days: number): Promise<void>;
  /** Returns the refunded amount of a payment in cents. */
  refunded(intentId: string): Promise<number>;
  /** Returns the balance of a customer in cents; negative is credit. */
  balance(customerId: string): Promise<number>;
  /** Returns the tax numbers of a customer. */
  taxIds(customerId: string): Promise<TaxId[]>;
  stop(): Promise<void>;
}

/** Starts the local Stripe behind an HTTP server on a free port. Webhook delivery begins with `stripe.start()`. */
export async function startLocalStripeServer(
  connection: Connection,
  clock: Clock,
): Promise<LocalStripeServer> {
  const log = createLogger('silent');
  const app = express();
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`;
  const stripe = createLocalStripe({
    connection,
    clock,
    log,
    origin: () => origin,
    webhookUrl: `${origin}/webhooks/stripe`,
  });
  await createIndexes(stripe);

  const server: LocalStripeServer = {
    origin,
    stripe,
    gateway: createStripeGateway({ ...LOCAL_STRIPE_KEYS, fetch: stripe.fetch }),
    browser: createTestBrowser(origin),
    dashboard: createTestDashboard(origin),
    webhook: (_req, res) => void res.sendStatus(503),
    async advance(email, days) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, days });
      const response = await fetch(`${origin}/local/stripe/advance`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(await response.text());
    },
    async refunded(intentId) {
      const account = await stripe.models[0].findById(accountKeyOf(intentId)).lean();
      if (account?.state.intents.some(({ id }) => id === intentId) !== true)
        throw new Error(`There is no payment ${intentId}`);
      return account.state.refunds
        .filter(({ intent, status }) => intent === intentId && status !== 'failed')
        .reduce((sum, { amount }) => sum + amount, 0);
    },
    async balance(customerId) {
      const account = await stripe.models[0].findById(accountKeyOf(customerId)).lean();
      return account?.state.customer.balance ?? NaN;
    },
    async taxIds(customerId) {
      const account = await stripe.models[0].findById(accountKeyOf(customerId)).lean();
      return (account?.state.customer.taxIds ?? []).map(({ type, value }) => ({ type, value }));
    },
    async stop() {
      await stripe.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  app.use('/webhooks/stripe', (req, res, next) => void server.webhook(req, res, next));
  app.use('/local/stripe', stripe.router);
  app.use(errorHandler(log));
  return server;
}
