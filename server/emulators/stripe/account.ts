import { randomBytes, randomInt } from 'node:crypto';
import type {
  AccountState,
  BilledTo,
  Json,
  LocalCard,
  LocalCustomer,
  LocalDispute,
  LocalIntent,
  LocalInvoice,
  LocalPrice,
  LocalRefund,
  LocalSubscription,
} from './account-state.ts';
import { invalidRequest, resourceMissing } from './stripe-api-error.ts';

const KEY_LENGTH = 12;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** An account in the context of one request: its state, which handlers change in place, and the time. */
export interface AccountContext {
  state: AccountState;
  /** Seconds on the customer's clock. */
  now: number;
  /** Seconds on the real clock. */
  realNow: number;
  /** An incomplete subscription expires after this many seconds. */
  incompleteSeconds: number;
  /** Origin of the pages of the local Stripe, for example http://127.0.0.1:3000. */
  origin: string;
  /** All prices in the catalog, for a request that needs them. */
  prices: readonly LocalPrice[];
}

/** Time, origin and catalog of a request. */
export interface RequestContext extends Pick<AccountContext, 'incompleteSeconds' | 'origin' | 'prices'> {
  at: Date;
}

export function openAccountContext(state: AccountState, { at, ...context }: RequestContext): AccountContext {
  const realNow = Math.floor(at.getTime() / 1000);
  addMissingFields(state);
  return { ...context, state, realNow, now: realNow + state.clockOffset };
}

/** Accounts in older databases have no reversals, no balance and no retries. */
function addMissingFields(state: AccountState): void {
  const older: Partial<AccountState> = state;
  older.refunds ??= [];
  older.disputes ??= [];
  older.balanceTransactions ??= [];
  const customer: Partial<LocalCustomer> = state.customer;
  customer.balance ??= 0;
  customer.address ??= null;
  customer.taxIds ??= [];
  for (const subscription of state.subscriptions as Partial<LocalSubscription>[])
    subscription.cancelAt ??=
      subscription.cancelAtPeriodEnd === true ? (subscription.periodEnd ?? null) : null;
  for (const invoice of state.invoices as Partial<LocalInvoice>[]) {
    invoice.startingBalance ??= 0;
    invoice.endingBalance ??= 0;
    invoice.billedTo ??= billedTo(state.customer);
    invoice.attemptCount ??= invoice.reason === 'subscription_cycle' ? 1 : 0;
    invoice.nextAttemptAt ??= null;
  }
}

/** Returns what an invoice that is made now says about its customer. */
export function billedTo({ name, email, address, taxIds }: LocalCustomer): BilledTo {
  return { name, email, address, taxIds: [...taxIds] };
}

export function newAccount(
  details: { email: string; name: string; metadata: Record<string, string> },
  at: Date,
): AccountState {
  const key = randomText(KEY_LENGTH);
  const created = Math.floor(at.getTime() / 1000);
  return {
    key,
    clockOffset: 0,
    customer: {
      id: `cus_${key}`,
      ...details,
      created,
      defaultCard: null,
      balance: 0,
      address: null,
      taxIds: [],
    },
    cards: [],
    subscriptions: [],
    invoices: [],
    intents: [],
    refunds: [],
    disputes: [],
    balanceTransactions: [],
    events: [],
    replies: [],
  };
}

/** Returns a new id such as `sub_…` that contains the key of its account. */
export function newObjectId(prefix: string, state: AccountState): string {
  return `${prefix}_${state.key}${randomText(KEY_LENGTH)}`;
}

/** Returns the key of the account to which an object id or client secret belongs. */
export function accountKeyOf(id: string): string {
  return id.slice(id.indexOf('_') + 1).slice(0, KEY_LENGTH);
}

export function newClientSecret(id: string): string {
  return `${id}_secret_${randomBytes(18).toString('base64url')}`;
}

/** Records an event, to be delivered by webhook. */
export function recordEvent(account: AccountContext, type: string, object: Json): void {
  account.state.events.push({
    id: newObjectId('evt', account.state),
    type,
    created: account.realNow,
    object,
    attempts: 0,
    nextAttemptAt: account.realNow * 1000,
  });
}

function find<T extends { id: string }>(list: T[], what: string, id: string): T {
  const found = list.find((entry) => entry.id === id);
  if (found === undefined) throw resourceMissing(what, id);
  return found;
}

export const findCard = ({ state }: AccountContext, id: string): LocalCard =>
  find(state.cards, 'PaymentMethod', id);
export const findSubscription = ({ state }: AccountContext, id: string): LocalSubscription =>
  find(state.subscriptions, 'subscription', id);
export const findInvoice = ({ state }: AccountContext, id: string): LocalInvoice =>
  find(state.invoices, 'invoice', id);
export const findRefund = ({ state }: AccountContext, id: string): LocalRefund =>
  find(state.refunds, 'refund', id);
export const findDispute = ({ state }: AccountContext, id: string): LocalDispute =>
  find(state.disputes, 'dispute', id);
export const findIntent = ({ state }: AccountContext, kind: LocalIntent['kind'], id: string): LocalIntent =>
  find(
    state.intents.filter((intent) => intent.kind === kind),
    `${kind}_intent`,
    id,
  );

/** Returns a saved card of the customer. Throws `StripeApiError` for another one. */
export function findAttachedCard(account: AccountContext, id: string): LocalCard {
  const card = findCard(account, id);
  if (!card.attached)
    throw invalidRequest('This PaymentMethod is not attached to the customer.', 'resource_missing');
  return card;
}
