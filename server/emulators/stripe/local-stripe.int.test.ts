import { systemClock } from '#server/lib/clock.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { paymentGatewayContract } from '#server/providers/payments/contract.ts';
import { AUTHENTICATES, DECLINED, PAYS } from './testing/browser.ts';
import { startLocalStripeServer } from './testing/local-stripe-server.ts';

const NUMBERS = { pays: PAYS, declined: DECLINED, authenticates: AUTHENTICATES };

paymentGatewayContract('the Stripe adapter with the local Stripe', async () => {
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
});
