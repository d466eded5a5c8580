import type { Stripe } from '#server/providers/payments/stripe-sdk.ts';

/** The objects of the local Stripe, by what they say of themselves, as the SDK declares them. */
interface StripeObjects {
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  customer_balance_transaction: Stripe.CustomerBalanceTransaction;
  dispute: Stripe.Dispute;
  invoice: Stripe.Invoice;
  line_item: Stripe.InvoiceLineItem;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  tax_id: Stripe.TaxId;
}
export type StripeObjectName = keyof StripeObjects;

/** Some of the fields of a type, and of the objects in it. */
export type Part<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? Part<E>[]
    : { [K in keyof T]?: Part<T[K]> | undefined };

/** Fields of an object of Stripe: those that the SDK declares, with its types, and no others. */
export type StripeFields<K extends StripeObjectName> = Part<StripeObjects[K]>;
