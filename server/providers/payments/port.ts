import type { PlanId } from '#shared/plans.ts';

/** Who pays: the user behind a customer at the payment provider. */
export interface Payer {
  uid: string;
  email: string;
  name: string;
}

/**
 * A subscription as the provider sees it now. `incomplete` waits for its first payment; `past_due` missed a
 * later one; `canceled` has ended for good, whatever the reason.
 */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** `undefined` for a product that is not in our catalogue. */
  plan: PlanId | undefined;
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  latestInvoiceId: string | undefined;
  createdAt: Date;
}

/** An invoice as the provider sees it now. Amounts are US cents. */
export interface ProviderInvoice {
  id: string;
  /** The number a customer sees; empty while the invoice is a draft. */
  number: string;
  customerId: string;
  subscriptionId: string | undefined;
  /**
   * `first` and `renewal` pay for a whole period of a plan, `renewal` also for one that a change of plan has begun;
   * everything else is `other` (a proration, a manual invoice).
   */
  reason: 'first' | 'renewal' | 'other';
  status: 'draft' | 'open' | 'paid' | 'void';
  total: number;
  /** What the plan itself costs on this invoice, without prorations and discounts, before customer balance. */
  planTotal: number;
  plan: PlanId | undefined;
  periodStart: Date;
  createdAt: Date;
  paidAt: Date | undefined;
  /** The invoice or receipt as a page, and as a file to keep. */
  pageUrl: string | undefined;
  fileUrl: string | undefined;
}

/** A new or still unpaid subscription, with what a browser needs to pay its first invoice. */
export interface OpenPayment {
  subscriptionId: string;
  invoiceId: string;
  intentId: string;
  clientSecret: string;
}

/** A new subscription asks for no payment: the customer's balance has paid its first invoice in full. */
export class AlreadyPaid extends Error {
  readonly subscriptionId: string;
  readonly invoiceId: string;

  constructor({ subscriptionId, invoiceId }: { subscriptionId: string; invoiceId: string }) {
    super('The balance of the customer has paid this subscription.');
    this.subscriptionId = subscriptionId;
    this.invoiceId = invoiceId;
  }
}

/** A payment in progress. `invoiceId` is absent where the payment is not for an invoice. */
export interface PaymentIntent {
  id: string;
  customerId: string | undefined;
  status: 'unpaid' | 'requires_action' | 'processing' | 'paid' | 'canceled';
  invoiceId: string | undefined;
}

/** What became of an attempt to pay with a saved card. A decline is an answer, not an exception. */
export type PaymentAttempt =
  | { kind: 'paid' }
  | { kind: 'processing' }
  | { kind: 'requires_action' }
  | { kind: 'declined'; message: string; code: string };

/** A saved card; never its number. */
export interface SavedCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/**
 * Money that left us again after an invoice was paid: a refund, by whomever, or a payment that its cardholder disputes.
 * `amount` is what is away now, in US cents: 0 for a refund that failed, and for a dispute whose money was not
 * withdrawn or has come back.
 */
export interface PaymentReversal {
  kind: 'refund' | 'dispute';
  id: string;
  amount: number;
  createdAt: Date;
}

/** What cards and customer balance paid for an invoice, in US cents, and what was taken of it since, oldest first. */
export interface InvoiceReversals {
  paid: number;
  reversals: PaymentReversal[];
}

/** Something changed at the provider. Only a hint: whoever hears it fetches the object again (design §5). */
export interface PaymentEvent {
  id: string;
  /** The vendor's own name for it, for example `invoice.paid`. */
  type: string;
  /** What it is about, `payment` by the id of its intent; `other` needs no attention. */
  subject: { kind: 'invoice' | 'subscription' | 'payment'; id: string } | { kind: 'other' };
}

/**
 * The company that takes cards and bills monthly plans (design §5). Every method rejects with `ProviderUnavailable`
 * (try again) or `ProviderRejected` (final). Plans, prices and amounts come from the plan catalogue alone.
 * Methods with a `key` are repeatable: the same key does the work once.
 */
export interface PaymentGateway {
  /** The provider's price id of each plan; products and prices that are missing are created. */
  priceIds(): Promise<Readonly<Record<PlanId, string>>>;

  /** The customer of a user, found or created once. */
  ensureCustomer(payer: Payer): Promise<string>;
  /** The user a customer was created for; `undefined` for an unknown customer. */
  payerOf(customerId: string): Promise<string | undefined>;

  /**
   * Opens a subscription that waits for its first payment; the card that pays becomes its card. Throws `AlreadyPaid`
   * where the customer's balance pays it.
   */
  startSubscription(request: { customerId: string; plan: PlanId; key: string }): Promise<OpenPayment>;
  /** The open first payment of a subscription; `undefined` once it is paid, void or expired. */
  openPayment(subscriptionId: string): Promise<OpenPayment | undefined>;
  /** Ends an unpaid subscription and its invoice for good, unless it turns out to be paid. */
  cancelUnpaid(checkout: { subscriptionId: string; invoiceId: string }): Promise<'canceled' | 'paid'>;
  /** Ends a subscription now, without a refund. Repeatable. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Lets a subscription end with its period, or undoes that. */
  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
  subscription(id: string): Promise<ProviderSubscription | undefined>;

  invoice(id: string): Promise<ProviderInvoice | undefined>;
  /** Pays an open invoice with a saved card. */
  payInvoice(invoiceId: string, cardId: string): Promise<PaymentAttempt>;
  /**
   * Returns everything that was paid for an invoice: what cards paid to the cards, what customer balance paid to the
   * balance. Done where it has gone back already, also without the key.
   */
  refundInvoice(invoiceId: string, key: string): Promise<void>;
  /** The refunds and disputes of an invoice's payments, as they are now. */
  reversals(invoiceId: string): Promise<InvoiceReversals>;

  intent(id: string): Promise<PaymentIntent | undefined>;
  /** Pays an intent with a saved card of its customer, who is present and may be asked to authenticate. */
  payIntent(intentId: string, cardId: string): Promise<PaymentAttempt>;

  cards(customerId: string): Promise<SavedCard[]>;
  /** The card that pays next: the subscription's own, else the customer's. */
  defaultCard(customerId: string, subscriptionId: string | undefined): Promise<SavedCard | undefined>;
  setDefaultCard(customerId: string, subscriptionId: string | undefined, cardId: string): Promise<void>;
  /** Begins to save a card without a payment; answers the browser's secret. */
  startCardSetup(customerId: string): Promise<string>;

  /** Reads a webhook; throws `AppError` INVALID_INPUT unless its signature is the provider's and recent. */
  readWebhook(rawBody: Buffer, signature: string | undefined): PaymentEvent;
  /** Everything that happened since then, newest first. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
}
