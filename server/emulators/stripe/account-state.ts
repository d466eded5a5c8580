/**
 * One customer of the local Stripe and everything that belongs to them, kept as one document, so that each request
 * changes it in one atomic write. Times are seconds on the customer's own clock, which can be moved; amounts are cents.
 */
export interface AccountState {
  /** The part that all ids of this account share, so that any id leads to its account. */
  key: string;
  /** How far the customer's clock is ahead of the real one, in seconds. */
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
  /** Cents: below 0 the customer has credit, above 0 they owe that much. The next invoices take it up. */
  balance: number;
}

/** One change of a customer's balance, by `amount` cents. */
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
  /** A card becomes the customer's once a payment or a setup with it succeeded. */
  attached: boolean;
  created: number;
}

/** What a test card does when it is charged (contract §4). */
export type CardBehaviour = 'pays' | 'declined' | 'no_funds' | 'authenticates';

export interface LocalSubscription {
  id: string;
  itemId: string;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  price: LocalPrice;
  /** Renewals fall on this day and time of each month. */
  anchor: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  defaultCard: string | null;
  latestInvoice: string;
  created: number;
  /** An incomplete one ends where its first payment has not come by then. */
  payBefore?: number;
}

export interface LocalInvoice {
  id: string;
  number: string;
  subscription: string;
  reason: 'subscription_create' | 'subscription_cycle';
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  price: LocalPrice;
  periodStart: number;
  periodEnd: number;
  /** Null where the customer's balance pays all of it. */
  intent: string | null;
  /** The customer's balance before and after this invoice took it up. */
  startingBalance: number;
  endingBalance: number;
  created: number;
  paidAt: number | null;
  voidedAt: number | null;
}

/** A payment of an invoice, or the saving of a card. */
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

/** Money of a payment that was sent back; one that failed at the bank came back to us. */
export interface LocalRefund {
  id: string;
  intent: string;
  amount: number;
  reason: string | null;
  status: 'succeeded' | 'failed';
  created: number;
}

/** A payment that its cardholder disputes; `warning_…` is an inquiry, which moves no money. */
export interface LocalDispute {
  id: string;
  intent: string;
  amount: number;
  status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed';
  /** The money it moved: below 0 withdrawn from us, above 0 reinstated. */
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
  /** Real time in milliseconds of the next try to deliver it; null when delivered or given up. */
  nextAttemptAt: number | null;
}

/** The answer that an idempotency key got, for a day. */
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
