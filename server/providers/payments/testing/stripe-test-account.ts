import { chromium } from '@playwright/test';
import { expect, vi } from 'vitest';
import { createStripeGateway } from '../stripe-gateway.ts';
import { idOf } from '../stripe-mapping.ts';
import { createStripeSdk, Stripe } from '../stripe-sdk.ts';
import type { GatewayUnderTest, TestCard } from './gateway-context.ts';

/** The payment methods that Stripe's test mode has for its test cards. */
const CARDS: Readonly<Record<TestCard, string>> = {
  pays: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  authenticates: 'pm_card_authenticationRequired',
  refundFails: 'pm_card_refundFail',
  disputed: 'pm_card_createDispute',
  inquired: 'pm_card_createDisputeInquiry',
};

const RETURN_URL = 'https://example.com/';
const SOON = { timeout: 60_000, interval: 1_000 };

/**
 * Returns the gateway over a real Stripe account in test mode, with the actions of a browser and of the dashboard. It
 * creates customers, subscriptions and payments there, and the prices of the plans if they are missing.
 */
export function createStripeTestAccount(keys: {
  secretKey: string;
  webhookSecret: string;
}): GatewayUnderTest {
  if (!/^(sk|rk)_test_/.test(keys.secretKey)) throw new Error('The contract runs with a test key only');
  const stripe = createStripeSdk(keys);

  async function intentOf(invoice: string): Promise<string> {
    const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' });
    return idOf(data[0]?.payment.payment_intent) ?? expect.fail(`${invoice} was not paid by card`);
  }

  /** Waits until the invoice of a payment is marked as paid. */
  async function settled(payment_intent: string): Promise<void> {
    const payment = { type: 'payment_intent' as const, payment_intent };
    await vi.waitFor(async () => {
      const invoice = idOf((await stripe.invoicePayments.list({ payment })).data[0]?.invoice);
      expect((await stripe.invoices.retrieve(invoice ?? '')).status).toBe('paid');
    }, SOON);
  }

  const decide = (dispute: string, uncategorized_text: string) =>
    stripe.disputes.update(dispute, { evidence: { uncategorized_text }, submit: true });

  return {
    gateway: createStripeGateway(keys),

    async pay(clientSecret, card) {
      const [id = ''] = clientSecret.split('_secret_');
      const params = { payment_method: CARDS[card], return_url: RETURN_URL };
      const isPayment = id.startsWith('pi_');
      const confirming = isPayment
        ? stripe.paymentIntents.confirm(id, params)
        : stripe.setupIntents.confirm(id, params);
      const intent = await confirming.catch(unlessDeclined);
      if (intent === undefined) return;
      const page = intent.next_action?.redirect_to_url?.url;
      if (intent.status === 'requires_action' && typeof page === 'string') await authenticate(page);
      if (isPayment) await settled(id);
    },

    async refunded(payment_intent) {
      const refunds = await stripe.refunds.list({ payment_intent, limit: 100 });
      return refunds.data
        .filter(({ status }) => status !== 'failed' && status !== 'canceled')
        .reduce((sum, { amount }) => sum + amount, 0);
    },

    async balance(customerId) {
      const customer = await stripe.customers.retrieve(customerId);
      return customer.deleted === true ? NaN : customer.balance;
    },

    async taxIds(customer) {
      const { data } = await stripe.taxIds.list({ owner: { type: 'customer', customer }, limit: 100 });
      return data.map(({ type, value }) => ({ type, value }));
    },

    dashboard: {
      async refund(invoiceId, amount) {
        const payment_intent = await intentOf(invoiceId);
        const part = amount === undefined ? {} : { amount };
        return (await stripe.refunds.create({ payment_intent, ...part })).id;
      },
      giveCredit: (customerId, amount) =>
        stripe.customers.createBalanceTransaction(customerId, { amount: -amount, currency: 'usd' }),
      deleteCustomer: (customerId) => stripe.customers.del(customerId),
      winDispute: (dispute) => decide(dispute, 'winning_evidence'),
      loseDispute: (dispute) => decide(dispute, 'losing_evidence'),
    },

    stop: () => Promise.resolve(),
  };
}

/** A declined card is what the payer sees, not a failure of the test. */
function unlessDeclined(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
}

/** Completes the authentication on Stripe's test page, as the cardholder does. */
async function authenticate(url: string): Promise<void> {
  const browser = await chromium.launch();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await vi.waitFor(async () => {
      for (const frame of page.frames()) {
        const complete = frame.locator('#test-source-authorize-3ds');
        if ((await complete.count()) > 0) return complete.click();
      }
      return expect.fail('The page of the bank has no button yet');
    }, SOON);
    await page.waitForURL(`${RETURN_URL}**`);
  } finally {
    await browser.close();
  }
}
