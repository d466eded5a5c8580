/**
 * A customer of the local Stripe with all their objects, stored as one document, so that each request is one atomic
 * write. Times are seconds on the customer's own clock, which can be advanced; amounts are cents.
 */
export interface AccountState {
  /** Part of every object id of this account, so that the account can be found by any id. */
  key: string;
  /** Offset of the customer's clock from the real one, in seconds. */
  clockOffset: number;
  customer: LocalCustomer;
  cards: LocalCard[];
  subscriptions: LocalSubscription[];
  invoices: LocalInvoice[];
  intents: LocalIntent[];
  refunds: LocalRefund[];
  disputes: LocalDispute[];
  balanceTransactions: LocalBalanceTransaction[];
  events: LocalEvent[];
  replies: StoredReply[];
}

export interface LocalCustomer {
  id: string;
  email: string;
  name: string;
  metadata: Record<string, string>;
  created: number;
  defaultCard: string | null;
  /** In Stripe's shape. */
  address: Json | null;
  taxIds: LocalTaxId[];
  /** Cents: negative is credit, positive is owed. Applied to the next invoices. */
  balance: number;
  /** Set once it is deleted; nothing can be done with it any more. */
  deleted?: boolean;
}

export interface LocalTaxId {
  id: string;
  type: string;
  value: string;
  created: number;
}

/** What an invoice says about its customer, from when it was finalized. */
export type BilledTo = Pick<LocalCustomer, 'name' | 'email' | 'address' | 'taxIds'>;

/** A change of a customer's balance by `amount` cents. */
export interface LocalBalanceTransaction {
  id: string;
  type: 'adjustment' | 'applied_to_invoice' | 'unapplied_from_invoice';
  amount: number;
  endingBalance: number;
  invoice: string | null;
  description: string | null;
  metadata: Record<string, string>;
  created: number;
}

export interface LocalCard {
  id: string;
  behaviour: CardBehaviour;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  billingDetails: Record<string, unknown>;
  /** Set once a payment or setup with the card succeeded. */
  attached: boolean;
  created: number;
}

/** Result of charging a test card; `saves_only` can be saved, but every charge is declined. */
export type CardBehaviour =
  | 'pays'
  | 'declined'
  | 'no_funds'
  | 'authenticates'
  | 'saves_only'
  | 'refund_fails'
  | 'disputed'
  | 'disputed_inquiry';

export interface LocalSubscription {
  id: string;
  itemId: string;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  price: LocalPrice;
  /** Billing cycle anchor: renewals are due on this day and time of each month. */
  anchor: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  /** When a scheduled cancellation ends it; null for none. The customer portal sets it alone. */
  cancelAt: number | null;
  /** The percentage of a coupon on its next invoices; absent or 0 for none. */
  percentOff?: number;
  endedAt: number | null;
  defaultCard: string | null;
  latestInvoice: string;
  created: number;
  /** An incomplete subscription expires at this time. */
  payBefore?: number;
}

export interface LocalInvoice {
  id: string;
  number: string;
  /** Null for a one-off invoice. */
  subscription: string | null;
  reason: 'subscription_create' | 'subscription_cycle' | 'manual';
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** Of the period of a plan; of a one-off invoice what its item costs. */
  price: LocalPrice;
  /** What a one-off invoice is for. */
  description?: string;
  metadata?: Record<string, string>;
  /** What a coupon takes off the price, in cents; absent for none. */
  discount?: number;
  billedTo: BilledTo;
  periodStart: number;
  periodEnd: number;
  /** Null if the customer's balance pays the full amount. */
  intent: string | null;
  /** The customer's balance before and after it was applied to this invoice. */
  startingBalance: number;
  endingBalance: number;
  created: number;
  /** The first attempt to pay it and the automatic retries. */
  attemptCount: number;
  /** Time of the next automatic charge; null if there is none. */
  nextAttemptAt: number | null;
  paidAt: number | null;
  voidedAt: number | null;
}

/** A payment intent of an invoice, or a setup intent. */
export interface LocalIntent {
  id: string;
  kind: 'payment' | 'setup';
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  clientSecret: string;
  /** 0 for a setup. */
  amount: number;
  invoice: string | null;
  card: string | null;
  lastError: CardError | null;
  created: number;
}

/** A refund of a payment. A failed refund returns the money to us. */
export interface LocalRefund {
  id: string;
  intent: string;
  amount: number;
  reason: string | null;
  status: 'succeeded' | 'failed';
  created: number;
}

/** A dispute of a payment; `warning_…` is an inquiry, which moves no money. */
export interface LocalDispute {
  id: string;
  intent: string;
  amount: number;
  status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed';
  /** Funds moved in cents: negative if withdrawn from us, positive if reinstated. */
  transactions: { id: string; amount: number; created: number }[];
  created: number;
}

export interface CardError {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  message: string;
  decline_code?: string;
}

export interface LocalEvent {
  id: string;
  type: string;
  /** Real time, in seconds. */
  created: number;
  object: Json;
  attempts: number;
  /** Real time in milliseconds of the next delivery attempt; null if delivered or abandoned. */
  nextAttemptAt: number | null;
}

/** The response to a request with an idempotency key, stored for a day. */
export interface StoredReply {
  key: string;
  requestHash: string;
  /** Real time, in seconds. */
  at: number;
  reply: Reply;
}

export interface LocalProduct {
  id: string;
  name: string;
  created: number;
}

export interface LocalPrice {
  id: string;
  product: string;
  amount: number;
  lookupKey: string;
  created: number;
}

export type Json = Record<string, unknown>;

export interface Reply {
  status: number;
  body: Json;
}
