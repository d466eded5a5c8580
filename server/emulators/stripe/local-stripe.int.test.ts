import { systemClock } from '#server/platform/lib/clock.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { paymentGatewayContract } from '#server/providers/payments/contract.ts';
import type { GatewayUnderTest, TestCard } from '#server/providers/payments/testing/gateway-context.ts';
import { createStripeTestAccount } from '#server/providers/payments/testing/stripe-test-account.ts';
import { AUTHENTICATES, DECLINED, DISPUTED, INQUIRED, PAYS, REFUND_FAILS } from './testing/browser.ts';
import { startLocalStripeServer } from './testing/local-stripe-server.ts';

const NUMBERS: Readonly<Record<TestCard, string>> = {
  pays: PAYS,
  declined: DECLINED,
  authenticates: AUTHENTICATES,
  refundFails: REFUND_FAILS,
  disputed: DISPUTED,
  inquired: INQUIRED,
};

async function startLocalStripe(): Promise<GatewayUnderTest> {
  const database = await testDatabase();
  const server = await startLocalStripeServer(database.connection, systemClock);
  const { gateway, browser, dashboard, refunded, balance, taxIds, stop } = server;
  return {
    gateway,
    dashboard,
    refunded,
    balance,
    taxIds,
    async pay(clientSecret, card) {
      const { intentStatus } = await browser.confirm(clientSecret, NUMBERS[card]);
      if (intentStatus === 'requires_action') await browser.authenticate(clientSecret, true);
    },
    async stop() {
      await stop();
      await database.stop();
    },
  };
}

paymentGatewayContract('the local Stripe', startLocalStripe);

const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret = 'whsec_unused' } = process.env;
if (secretKey !== undefined)
  paymentGatewayContract('the real Stripe, in test mode', () =>
    Promise.resolve(createStripeTestAccount({ secretKey, webhookSecret })),
  );
