import { randomBytes, randomInt } from 'node:crypto';
import type {
  AccountState,
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
import { missing } from './fault.ts';

const KEY_LENGTH = 12;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** One request's view of an account: its state, to be changed in place, and the time it happens at. */
export interface AccountContext {
  state: AccountState;
  /** Seconds on the customer's clock. */
  now: number;
  /** Seconds on the real clock. */
  realNow: number;
  /** Seconds on the customer's clock where no seed shifts it: deadlines begin here. */
  deadlineNow: number;
  /** Where pages of the local Stripe are found, for example http://127.0.0.1:3000. */
  origin: string;
  /** The prices that can be subscribed to. */
  prices: readonly LocalPrice[];
}

/** What is around an account when a request comes in. */
export interface Surroundings {
  at: Date;
  /** The time that no seed shifts. */
  realAt: Date;
  origin: string;
  prices: readonly LocalPrice[];
}

export function openAccountContext(
  state: AccountState,
  { at, realAt, origin, prices }: Surroundings,
): AccountContext {
  const realNow = Math.floor(at.getTime() / 1000);
  addMissing(state);
  const deadlineNow = Math.floor(realAt.getTime() / 1000) + state.clockOffset;
  return { state, realNow, now: realNow + state.clockOffset, deadlineNow, origin, prices };
}

/** Accounts of an older database have no reversals and no balance. */
function addMissing(state: AccountState): void {
  const older: Partial<AccountState> = state;
  older.refunds ??= [];
  older.disputes ??= [];
  older.balanceTransactions ??= [];
  (state.customer as Partial<LocalCustomer>).balance ??= 0;
  for (const invoice of state.invoices as Partial<LocalInvoice>[]) {
    invoice.startingBalance ??= 0;
    invoice.endingBalance ??= 0;
  }
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
    customer: { id: `cus_${key}`, ...details, created, defaultCard: null, balance: 0 },
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

/** A new id such as `sub_…` that leads back to its account. */
export function newObjectId(prefix: string, state: AccountState): string {
  return `${prefix}_${state.key}${randomText(KEY_LENGTH)}`;
}

/** The account that an id belongs to. */
export function accountKeyOf(id: string): string {
  return id.slice(id.indexOf('_') + 1).slice(0, KEY_LENGTH);
}

export function newClientSecret(id: string): string {
  return `${id}_secret_${randomBytes(18).toString('base64url')}`;
}

/** Notes that something happened; a webhook follows. */
export function record(account: AccountContext, type: string, object: Json): void {
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
  if (found === undefined) throw missing(what, id);
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
