import type { PlanId } from '#shared/plans.ts';
import { ProviderRejected } from '#server/providers/errors.ts';

/** The user of a customer at the payment provider. */
export interface Payer {
  uid: string;
  email: string;
  name: string;
}

/** A postal address; parts that are not given are empty. `country` is an ISO 3166-1 code. */
export interface PostalAddress {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

/** A tax number that is shown on invoices. `type` is a type of Stripe, for example `eu_vat`. */
export interface TaxId {
  type: string;
  value: string;
}

/** What invoices say about a customer. An `address` of `null` removes it, `undefined` leaves it as it is. */
export interface CustomerChanges extends Pick<Payer, 'email' | 'name'> {
  address?: PostalAddress | null | undefined;
}

/**
 * The current state of a subscription at the provider. `incomplete` waits for its first payment; `past_due` missed a
 * later one; `canceled` has ended for good.
 */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** `undefined` for a product outside our catalogue. */
  plan: PlanId | undefined;
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  periodStart: Date;
  periodEnd: Date;
  /** Whether its cancellation is scheduled, for the end of its period or for another time. */
  cancelAtPeriodEnd: boolean;
  /** When a scheduled cancellation ends it. */
  cancelAt: Date | undefined;
  latestInvoiceId: string | undefined;
  createdAt: Date;
}

/** The current state of an invoice at the provider. Amounts are US cents. */
export interface ProviderInvoice {
  id: string;
  /** The number shown to the customer; empty for a draft. */
  number: string;
  customerId: string;
  subscriptionId: string | undefined;
  /**
   * `first` and `renewal` pay for a whole period of a plan (`renewal` also for one started by a change of plan);
   * `credits` pays for credits beside a plan; `other` is anything else, such as a proration or a manual invoice.
   */
  reason: 'first' | 'renewal' | 'credits' | 'other';
  /** `void`: nobody is asked to pay it any more, also where all attempts failed. */
  status: 'draft' | 'open' | 'paid' | 'void';
  total: number;
  /** What is charged: less than `total` where customer balance paid a part, more where the customer owed something. */
  amountDue: number;
  /** The price of the plan or the credits on this invoice, without prorations and discounts, before customer balance. */
  planTotal: number;
  /** The same before discounts: more than `planTotal` with a coupon, 0 for a trial. */
  planPrice: number;
  plan: PlanId | undefined;
  /** The credits that it pays for beside a plan. */
  credits: number | undefined;
  periodStart: Date;
  createdAt: Date;
  paidAt: Date | undefined;
  /** Payments attempted by the provider's own schedule; 0 before the first. */
  attemptCount: number;
  /** When the provider attempts the payment again; `undefined` if it will not. */
  nextAttemptAt: Date | undefined;
  /** The invoice or receipt as a page and as a PDF. */
  pageUrl: string | undefined;
  fileUrl: string | undefined;
}

/** What a subscription charges at its next renewal, in US cents: the rest after customer balance, and the tax in it. */
export interface NextCharge {
  due: number;
  tax: number;
}

/** An unpaid subscription, with the secret a browser needs to pay its first invoice. */
export interface OpenPayment {
  subscriptionId: string;
  invoiceId: string;
  intentId: string;
  clientSecret: string;
}

/** An invoice for credits. `payment` is what a browser needs to pay it; absent once it is paid. */
export interface OpenPurchase {
  invoiceId: string;
  payment: Pick<OpenPayment, 'intentId' | 'clientSecret'> | undefined;
}

/** Thrown when customer balance has paid the first invoice of a new subscription in full. */
export class AlreadyPaid extends Error {
  readonly subscriptionId: string;
  readonly invoiceId: string;

  constructor({ subscriptionId, invoiceId }: { subscriptionId: string; invoiceId: string }) {
    super('Customer balance has paid this subscription.');
    this.subscriptionId = subscriptionId;
    this.invoiceId = invoiceId;
  }
}

/** Thrown by methods that name a customer which the provider does not have any more; the others return nothing of them. */
export class CustomerGone extends ProviderRejected {
  constructor(customerId: string, options?: ErrorOptions) {
    super(`The payment provider has no customer ${customerId}.`, 'resource_missing', options);
  }
}

/** A payment intent. `invoiceId` is absent if it pays no invoice. */
export interface PaymentIntent {
  id: string;
  /** The secret a browser needs to pay it. */
  clientSecret: string | undefined;
  customerId: string | undefined;
  status: 'unpaid' | 'requires_action' | 'processing' | 'paid' | 'canceled';
  invoiceId: string | undefined;
}

/** The result of charging a saved card. A decline is a result, not an exception. */
export type PaymentAttempt =
  | { kind: 'paid' }
  | { kind: 'processing' }
  | { kind: 'requires_action' }
  | { kind: 'declined'; message: string; code: string };

/** A saved card, without its number. */
export interface SavedCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for every saved card with the same number; `undefined` if the provider gives none. */
  fingerprint: string | undefined;
  createdAt: Date;
}

/**
 * A refund or a dispute of a paid invoice. `amount` is the part currently reversed, in US cents: 0 for a failed
 * refund, and for a dispute whose funds were not withdrawn or were reinstated. `initial` is what it reversed before
 * it failed or was won: 0 for a dispute whose funds were never withdrawn.
 */
export interface PaymentReversal {
  kind: 'refund' | 'dispute';
  id: string;
  amount: number;
  initial: number;
  createdAt: Date;
}

/** The amount of an invoice paid by cards and customer balance, in US cents, and its reversals, oldest first. */
export interface InvoiceReversals {
  paid: number;
  reversals: PaymentReversal[];
}

/** An event at the provider. Only a hint: fetch the object for its current state. */
export interface PaymentEvent {
  id: string;
  /** The event type of the provider, for example `invoice.paid`. */
  type: string;
  /** The object of the event; `payment` has the id of its intent, `other` can be ignored. */
  subject: { kind: 'invoice' | 'subscription' | 'payment'; id: string } | { kind: 'other' };
}

/**
 * A payment provider that charges cards and bills monthly plans. Every method rejects with `ProviderUnavailable`
 * (retry) or `ProviderRejected` (final). Plans and prices come from the plan catalogue. Methods with a `key` are
 * idempotent per key for a day, declines included.
 */
export interface PaymentGateway {
  /** Returns the price id of each plan; missing products and prices are created. */
  priceIds(): Promise<Readonly<Record<PlanId, string>>>;

  /**
   * Finds or creates the customer of a user, who has only one even if the address or name changed in between. With
   * `gone`, the customer that replaces it, which is also only one.
   */
  ensureCustomer(payer: Payer, gone?: string): Promise<string>;
  /** Replaces the addresses and name of a customer, for invoices that are made from now on. */
  updateCustomer(customerId: string, details: CustomerChanges): Promise<void>;
  /**
   * Makes a tax number the only one of a customer; `undefined` removes all. Idempotent. Returns `refused` for a number that
   * the provider does not accept: the customer has none then, as the one before may be that of another company.
   */
  setTaxId(customerId: string, taxId: TaxId | undefined): Promise<'saved' | 'refused'>;
  /** Returns the uid of a customer; `undefined` for an unknown customer. */
  payerOf(customerId: string): Promise<string | undefined>;

  /**
   * Creates a subscription that waits for its first payment; the paying card becomes its default. Throws
   * `AlreadyPaid` if customer balance pays it, `RequestSpent` if only another key can succeed.
   */
  startSubscription(request: { customerId: string; plan: PlanId; key: string }): Promise<OpenPayment>;
  /** Returns the open payment of a subscription; `undefined` once it is paid, void or expired. */
  openPayment(subscriptionId: string): Promise<OpenPayment | undefined>;
  /** Cancels an unpaid subscription and voids its invoice, unless it turns out to be paid. */
  cancelUnpaid(checkout: { subscriptionId: string; invoiceId: string }): Promise<'canceled' | 'paid'>;
  /** Cancels a subscription immediately, without a refund. Idempotent. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Cancels a subscription at the end of its period, or undoes its scheduled cancellation, whoever made it. Returns the
   * state that the provider answers with: only that shows whether it worked.
   */
  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<ProviderSubscription>;
  subscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Returns the next charge of a subscription as the provider computes it; `undefined` if it does not renew. */
  nextCharge(subscriptionId: string): Promise<NextCharge | undefined>;

  /** Makes an invoice of `cents` for credits, which waits for its payment and is never charged by itself. */
  openPurchase(request: {
    customerId: string;
    credits: number;
    cents: number;
    key: string;
  }): Promise<OpenPurchase>;
  /**
   * Returns the invoice that `openPurchase` made under a key, also after the provider has forgotten the key; `undefined` if
   * it cannot be paid and was not paid.
   */
  findPurchase(customerId: string, key: string): Promise<OpenPurchase | undefined>;
  /** Whether `openPurchase` made an invoice: a person may have made it. */
  isPurchase(invoiceId: string): Promise<boolean>;
  /** Voids an open invoice, unless it turns out to be paid. */
  voidUnpaid(invoiceId: string): Promise<'void' | 'paid'>;

  invoice(id: string): Promise<ProviderInvoice | undefined>;
  /** Pays an open invoice with a saved card of its customer, who can authenticate unless `isPresent` is false. */
  payInvoice(invoiceId: string, cardId: string, key?: string, isPresent?: boolean): Promise<PaymentAttempt>;
  /**
   * Refunds an invoice in full: card payments to the cards, customer balance to the balance. Succeeds without effect
   * if it was refunded before, with any key.
   */
  refundInvoice(invoiceId: string, key: string): Promise<void>;
  /** Returns the current refunds and disputes of an invoice. */
  reversals(invoiceId: string): Promise<InvoiceReversals>;

  intent(id: string): Promise<PaymentIntent | undefined>;
  /** Pays an intent with a saved card of its customer, who is present and can authenticate. */
  payIntent(intentId: string, cardId: string, key?: string): Promise<PaymentAttempt>;

  /** Returns the saved cards, the one saved last first. */
  cards(customerId: string): Promise<SavedCard[]>;
  /** Returns the card of the subscription, else of the customer, that pays next. */
  defaultCard(customerId: string, subscriptionId: string | undefined): Promise<SavedCard | undefined>;
  /** Makes a saved card pay next. A repetition with the same key does not undo a later choice. */
  setDefaultCard(
    customerId: string,
    subscriptionId: string | undefined,
    cardId: string,
    key?: string,
  ): Promise<void>;
  /** Removes a saved card for good; the provider never charges it again. Idempotent. */
  detachCard(cardId: string): Promise<void>;
  /** Starts saving a card without a payment; returns the client secret. */
  startCardSetup(customerId: string): Promise<string>;

  /** Parses a webhook. Throws `AppError` INVALID_INPUT unless its signature is valid and recent. */
  readWebhook(rawBody: Buffer, signature: string | undefined): PaymentEvent;
  /** All events since `since`, newest first. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
}
