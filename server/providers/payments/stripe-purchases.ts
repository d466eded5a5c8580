import { formatNumber } from '#shared/formats.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { OpenPurchase, PaymentGateway } from './port.ts';
import { CREDITS_METADATA, idOf } from './stripe-mapping.ts';
import { ofCustomer, unlessGone } from './stripe-missing-customer.ts';
import { stripeCall, stripeFind, underKeys, unexpected, type Stripe } from './stripe-sdk.ts';

type PurchaseOrder = Parameters<PaymentGateway['openPurchase']>[0];
type Purchases = Pick<PaymentGateway, 'openPurchase' | 'findPurchase' | 'isPurchase' | 'voidUnpaid'>;

/** Says in the metadata of an invoice under which key it was made. */
const KEY_METADATA = 'hark_key';
/** Far above the number of invoices of a customer. */
const MAX_INVOICES = 10_000;
const EXPAND = ['confirmation_secret', 'payments'];

/** One-off invoices for credits at Stripe. */
export function stripePurchases(stripe: Stripe): Purchases {
  return {
    openPurchase: (order) =>
      underKeys(
        order.key,
        (key) => openPurchase(stripe, order, key),
        () => findPurchase(stripe, order.customerId, order.key),
      ),

    findPurchase: (customerId, key) => findPurchase(stripe, customerId, key),

    async isPurchase(invoiceId) {
      const invoice = await stripeFind(() => stripe.invoices.retrieve(invoiceId));
      return invoice?.metadata?.[KEY_METADATA] !== undefined;
    },

    voidUnpaid: (invoiceId) => voidUnpaid(stripe, invoiceId),
  };
}

/** Makes the invoice of an order; `key` is that of the requests. */
async function openPurchase(
  stripe: Stripe,
  { customerId, credits, cents, key: made }: PurchaseOrder,
  key: string,
): Promise<OpenPurchase> {
  const draft = await ofCustomer(stripe, customerId, () =>
    stripe.invoices.create(
      {
        customer: customerId,
        currency: 'usd',
        collection_method: 'charge_automatically',
        // Whoever buys pays at once; what is left unpaid is not collected later.
        auto_advance: false,
        pending_invoice_items_behavior: 'exclude',
        // The coupon of a plan is none for credits.
        discounts: '',
        payment_settings: { payment_method_types: ['card'] },
        metadata: { [CREDITS_METADATA]: String(credits), [KEY_METADATA]: made },
      },
      { idempotencyKey: `${key}:invoice` },
    ),
  );
  const description = `${formatNumber(credits)} Hark credits`;
  const item = { customer: customerId, invoice: draft.id, amount: cents, currency: 'usd', description };
  await stripeCall(() => stripe.invoiceItems.create(item, { idempotencyKey: `${key}:item` }));
  const params = { auto_advance: false, expand: EXPAND };
  const final = { idempotencyKey: `${key}:final` };
  return toPurchase(await stripeCall(() => stripe.invoices.finalizeInvoice(draft.id, params, final)));
}

/** Finds the invoice of an order that is open or paid; Stripe lists the last one first. */
async function findPurchase(
  stripe: Stripe,
  customerId: string,
  key: string,
): Promise<OpenPurchase | undefined> {
  const invoices = stripe.invoices.list({ customer: customerId, limit: 100 });
  const list = () => invoices.autoPagingToArray({ limit: MAX_INVOICES });
  const all = (await ofCustomer(stripe, customerId, list).catch(unlessGone)) ?? [];
  const made = all.filter(({ metadata }) => metadata?.[KEY_METADATA] === key);
  const found = ['paid', 'open'].map((status) => made.find((invoice) => invoice.status === status));
  const { id } = found.find((invoice) => invoice !== undefined) ?? {};
  if (id === undefined) return undefined;
  const invoice = await stripeCall(() => stripe.invoices.retrieve(id, { expand: EXPAND }));
  return invoice.status === 'open' || invoice.status === 'paid' ? toPurchase(invoice) : undefined;
}

/** Voids an open invoice. Returns `paid` if it was paid meanwhile. */
export async function voidUnpaid(stripe: Stripe, invoiceId: string): Promise<'void' | 'paid'> {
  const invoice = await stripeCall(() => stripe.invoices.voidInvoice(invoiceId)).catch(
    async (error: unknown) => {
      // Stripe voids open invoices only: check whether it was paid or voided concurrently.
      const rejected = error instanceof ProviderRejected;
      const current = rejected ? await stripeCall(() => stripe.invoices.retrieve(invoiceId)) : undefined;
      if (current === undefined || current.status === 'open') throw error;
      return current;
    },
  );
  return invoice.status === 'paid' ? 'paid' : 'void';
}

function toPurchase({ id, status, payments, confirmation_secret }: Stripe.Invoice): OpenPurchase {
  if (status === 'paid') return { invoiceId: id, payment: undefined };
  const intentId = payments?.data
    .map(({ payment }) => idOf(payment.payment_intent))
    .find((found) => found !== undefined);
  const clientSecret = confirmation_secret?.client_secret;
  if (intentId === undefined || clientSecret === undefined)
    return unexpected('an open invoice without a payment');
  return { invoiceId: id, payment: { intentId, clientSecret } };
}
