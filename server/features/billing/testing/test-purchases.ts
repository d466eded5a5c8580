import { expect } from 'vitest';
import type { PlanId } from '#shared/plans.ts';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { signature } from '#server/emulators/stripe/webhook-delivery.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { ProviderInvoice } from '#server/providers/payments/port.ts';
import type { BillingHarness, TestUser } from './billing-harness.ts';
import { sendWebhook } from './webhook-inbox.ts';

/** A payment with the ids of its subscription and invoice. */
export interface Purchase {
  paymentIntentId: string;
  subscriptionId: string;
  invoiceId: string;
}

/** Adds a user with a paid Launch plan of 20,000 cents and credits. Returns the user and the id of its invoice. */
export async function addPaidUser(system: BillingHarness): Promise<{ user: TestUser; invoiceId: string }> {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  return { user, invoiceId: await latestInvoiceOf(user) };
}

/** Returns the id of the latest invoice of a user. */
export async function latestInvoiceOf(user: TestUser): Promise<string> {
  const [invoice] = (await user.api.subscriptionTransactions({})).transactions;
  return invoice?.id ?? expect.fail('no invoice');
}

/** The purchases and events that the tests of invoice decisions use. */
export function createPurchases(system: BillingHarness) {
  async function invoiceOf(subscriptionId: string): Promise<string> {
    return (await system.local.gateway.subscription(subscriptionId))?.latestInvoiceId ?? expect.fail();
  }

  /** Delivers a correctly signed event that was not handled before. */
  async function deliver(type: string, object: { id: string; object: string }): Promise<void> {
    const id = `evt_late_${newId()}`;
    const body = JSON.stringify({ id, object: 'event', type, data: { object } });
    const signed = { body, signature: signature(body, LOCAL_STRIPE_KEYS.webhookSecret, new Date()) };
    expect(await sendWebhook(system.local.origin, signed)).toBe(200);
  }

  return {
    invoiceOf,
    /** Delivers an event about an invoice. */
    deliverInvoiceEvent: (type: string, id: string) => deliver(type, { id, object: 'invoice' }),

    /** Settles a paid invoice with other fields than the Stripe emulator would return. */
    async settleAs(
      change: Partial<ProviderInvoice>,
      { invoiceId }: Pick<Purchase, 'invoiceId'>,
      settings: Record<string, string> = {},
    ): Promise<void> {
      const { billing } = await system.otherProcess({
        settings,
        gateway: (real) => ({
          invoice: async (id) => {
            const invoice = await real.invoice(id);
            return invoice && (id === invoiceId ? { ...invoice, ...change } : invoice);
          },
        }),
      });
      system.local.webhook = billing.stripeWebhook;
      await deliver('invoice.paid', { id: invoiceId, object: 'invoice' });
      system.local.webhook = system.billing.stripeWebhook;
    },

    /** Buys a plan like the payment page. */
    async buy(user: TestUser, plan: PlanId): Promise<Purchase> {
      const { paymentIntentId, subscriptionId } = await user.pay(plan, PAYS);
      await user.api.createSubscriptionAfterPayment({ paymentIntentId });
      return { paymentIntentId, subscriptionId, invoiceId: await invoiceOf(subscriptionId) };
    },

    /** A subscription opened by sales beside any other, with a paid first invoice. Billing receives no event. */
    async openSalesPlan(user: TestUser, plan: PlanId): Promise<Purchase> {
      // Makes the user a customer.
      await user.api.beginCardSetup();
      const { customerId } = await system.billing.subscriptions.accountOf(user.uid);
      const payment = await system.local.gateway.startSubscription({
        customerId: customerId ?? expect.fail(),
        plan,
        key: `by hand:${user.uid}:${plan}`,
      });
      await system.local.browser.confirm(payment.clientSecret, PAYS);
      return { ...payment, paymentIntentId: payment.intentId };
    },

    /** Cancels a subscription at the provider and delivers the event. */
    async end({ subscriptionId }: { subscriptionId: string }): Promise<void> {
      await system.local.gateway.cancelNow(subscriptionId);
      await deliver('customer.subscription.deleted', { id: subscriptionId, object: 'subscription' });
    },
  };
}
