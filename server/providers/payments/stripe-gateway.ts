import { PLAN_LIST, PLANS, type Plan, type PlanId } from '#shared/plans.ts';
import { AppError } from '#server/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { OpenPayment, PaymentAttempt, PaymentGateway } from './port.ts';
import { stripeCall, stripeFind } from './stripe-errors.ts';
import {
  EVENT_TYPES,
  idOf,
  toAttempt,
  toCard,
  toEvent,
  toIntent,
  toInvoice,
  toOpenPayment,
  toSubscription,
} from './stripe-mapping.ts';
import { createStripeSdk, Stripe } from './stripe-sdk.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Answers the SDK's requests instead of Stripe's servers. */
  fetch?: typeof fetch | undefined;
}

const CENTS = 100;
const OPEN_PAYMENT = ['latest_invoice.confirmation_secret', 'latest_invoice.payments'];

/** The payment gateway over Stripe (design §5). */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const stripe = createStripeSdk(options);
  const priceIds = rememberOnce(() => findOrCreatePrices(stripe));

  return {
    priceIds,

    async ensureCustomer({ uid, email, name }) {
      const known = await stripeCall(() => stripe.customers.list({ email, limit: 100 }));
      const mine = known.data.find(({ metadata }) => metadata['uid'] === uid);
      if (mine !== undefined) return mine.id;
      const params = { email, name, metadata: { uid } };
      return (await stripeCall(() => stripe.customers.create(params, { idempotencyKey: `customer:${uid}` })))
        .id;
    },

    async payerOf(customerId) {
      const customer = await stripeFind(() => stripe.customers.retrieve(customerId));
      return customer === undefined || customer.deleted === true ? undefined : customer.metadata['uid'];
    },

    async startSubscription({ customerId, plan, key }) {
      const price = (await priceIds())[plan];
      const subscription = await stripeCall(() =>
        stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price }],
            payment_behavior: 'default_incomplete',
            payment_settings: {
              payment_method_types: ['card'],
              save_default_payment_method: 'on_subscription',
            },
            expand: OPEN_PAYMENT,
          },
          { idempotencyKey: key },
        ),
      );
      return toOpenPayment(subscription) ?? unexpected('a new subscription without an open payment');
    },

    async openPayment(subscriptionId): Promise<OpenPayment | undefined> {
      const subscription = await stripeFind(() =>
        stripe.subscriptions.retrieve(subscriptionId, { expand: OPEN_PAYMENT }),
      );
      return subscription?.status === 'incomplete' ? toOpenPayment(subscription) : undefined;
    },

    async retireUnpaid({ subscriptionId, invoiceId }) {
      const invoice = await stripeCall(() => stripe.invoices.voidInvoice(invoiceId)).catch(
        async (error: unknown) => {
          // Stripe voids open invoices only: look whether it was paid meanwhile or is void already.
          const now =
            error instanceof ProviderRejected
              ? await stripeCall(() => stripe.invoices.retrieve(invoiceId))
              : undefined;
          if (now === undefined || now.status === 'open') throw error;
          return now;
        },
      );
      if (invoice.status === 'paid') return 'paid';
      await cancelNow(stripe, subscriptionId);
      return 'retired';
    },

    cancelNow: (subscriptionId) => cancelNow(stripe, subscriptionId),

    async setCancelAtPeriodEnd(subscriptionId, cancel) {
      await stripeCall(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel }));
    },

    async subscription(id) {
      const subscription = await stripeFind(() => stripe.subscriptions.retrieve(id));
      return subscription && toSubscription(subscription);
    },

    async invoice(id) {
      const invoice = await stripeFind(() => stripe.invoices.retrieve(id));
      return invoice && toInvoice(invoice);
    },

    payInvoice: (invoiceId, cardId) =>
      attempt(async () => {
        const invoice = await stripe.invoices.pay(invoiceId, { payment_method: cardId });
        return invoice.status === 'paid' ? { kind: 'paid' } : { kind: 'processing' };
      }),

    async refundInvoice(invoiceId, key) {
      const payments = await stripeCall(() =>
        stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid' }),
      );
      for (const { id, payment } of payments.data) {
        const payment_intent = idOf(payment.payment_intent);
        if (payment_intent === undefined) continue;
        await stripeCall(() => stripe.refunds.create({ payment_intent }, { idempotencyKey: `${key}:${id}` }));
      }
    },

    async intent(id) {
      const intent = await stripeFind(() => stripe.paymentIntents.retrieve(id));
      if (intent === undefined) return undefined;
      const payments = await stripeCall(() =>
        stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: id } }),
      );
      return toIntent(intent, idOf(payments.data[0]?.invoice));
    },

    payIntent: (intentId, cardId) =>
      attempt(async () =>
        toAttempt(
          await stripe.paymentIntents.confirm(intentId, { payment_method: cardId, use_stripe_sdk: true }),
        ),
      ),

    async cards(customerId) {
      const methods = await stripeCall(() =>
        stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }),
      );
      return methods.data.map(toCard);
    },

    async defaultCard(customerId, subscriptionId) {
      const own =
        subscriptionId &&
        (await stripeCall(() => stripe.subscriptions.retrieve(subscriptionId))).default_payment_method;
      const customer = await stripeCall(() => stripe.customers.retrieve(customerId));
      const cardId = idOf(
        own || (customer.deleted === true ? undefined : customer.invoice_settings.default_payment_method),
      );
      if (cardId === undefined) return undefined;
      const method = await stripeFind(() => stripe.customers.retrievePaymentMethod(customerId, cardId));
      return method && toCard(method);
    },

    async setDefaultCard(customerId, subscriptionId, cardId) {
      await stripeCall(() =>
        stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
      );
      if (subscriptionId === undefined) return;
      await stripeCall(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId }));
    },

    async startCardSetup(customer) {
      const setup = await stripeCall(() =>
        stripe.setupIntents.create({
          customer,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
        }),
      );
      return setup.client_secret ?? unexpected('a card setup without a secret');
    },

    readWebhook(rawBody, signature) {
      try {
        return toEvent(Stripe.webhooks.constructEvent(rawBody, signature ?? '', options.webhookSecret));
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
      const gte = Math.floor(since.getTime() / 1000);
      let starting_after: string | undefined;
      for (;;) {
        const after = starting_after === undefined ? {} : { starting_after };
        const page = await stripeCall(() =>
          stripe.events.list({ created: { gte }, types: EVENT_TYPES, limit: 100, ...after }),
        );
        yield* page.data.map(toEvent);
        starting_after = page.data.at(-1)?.id;
        if (!page.has_more || starting_after === undefined) return;
      }
    },
  };
}

/** A declined card is an answer; anything else that fails is not. */
async function attempt(pay: () => Promise<PaymentAttempt>): Promise<PaymentAttempt> {
  try {
    return await stripeCall(pay);
  } catch (error) {
    if (!(error instanceof ProviderRejected) || !(error.cause instanceof Stripe.errors.StripeCardError))
      throw error;
    if (error.vendorCode === 'authentication_required') return { kind: 'requires_action' };
    return { kind: 'declined', message: error.message, code: error.vendorCode };
  }
}

async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await stripeFind(() => stripe.subscriptions.retrieve(subscriptionId));
  if (subscription === undefined || toSubscription(subscription).status === 'canceled') return;
  await stripeCall(() => stripe.subscriptions.cancel(subscriptionId));
}

/** Prices by lookup key. A price whose amount is not the catalogue's is replaced; running subscriptions keep theirs. */
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
  const { id, amount, productId, priceLookupKey } = plan;
  await stripeCall(() => stripe.products.create({ id: productId, name: `Hark ${PLANS[id].title}` })).catch(
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

/** Runs `load` once it is needed and keeps its answer; a failure is not kept. */
function rememberOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= load().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}

function unexpected(what: string): never {
  throw new Error(`Stripe answered ${what}`);
}
