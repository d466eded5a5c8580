import type { CardError, LocalCard, LocalIntent, LocalInvoice, Reply } from './account-state.ts';
import {
  findInvoice,
  findSubscription,
  newClientSecret,
  newObjectId,
  recordEvent,
  type AccountContext,
} from './account.ts';
import { cardErrorReply, invalidRequest } from './stripe-api-error.ts';
import { openDispute } from './reversals.ts';
import { DECLINES } from './test-cards.ts';
import { invoiceView, subscriptionView } from './views/invoice-views.ts';
import { cardView, intentView } from './views/object-views.ts';

/** Creates an intent to pay an invoice or to save a card. */
export function openIntent(
  account: AccountContext,
  kind: LocalIntent['kind'],
  invoice: { id: string; amount: number } | undefined,
): LocalIntent {
  const id = newObjectId(kind === 'payment' ? 'pi' : 'seti', account.state);
  const intent: LocalIntent = {
    id,
    kind,
    status: 'requires_payment_method',
    clientSecret: newClientSecret(id),
    amount: invoice?.amount ?? 0,
    invoice: invoice?.id ?? null,
    card: null,
    lastError: null,
    created: account.now,
  };
  account.state.intents.push(intent);
  recordEvent(account, `${kind}_intent.created`, intentView(account, intent, false));
  return intent;
}

/** Charges or saves a card on session: the cardholder may have to authenticate. */
export function confirmIntent(account: AccountContext, intent: LocalIntent, card: LocalCard): Reply {
  assertConfirmable(account, intent);
  if (card.behaviour !== 'authenticates') return chargeOffSession(account, intent, card);
  intent.card = card.id;
  intent.status = 'requires_action';
  recordEvent(account, `${intent.kind}_intent.requires_action`, intentView(account, intent, false));
  return { status: 200, body: intentView(account, intent) };
}

/** Charges a saved card off session, as a renewal does. */
export function chargeOffSession(account: AccountContext, intent: LocalIntent, card: LocalCard): Reply {
  intent.card = card.id;
  const saves = intent.kind === 'setup' && card.behaviour === 'saves_only';
  const decline = saves ? undefined : DECLINES[card.behaviour];
  return decline === undefined ? succeed(account, intent, card) : fail(account, intent, decline);
}

/** Completes the authentication of an intent that requires action. */
export function finishAuthentication(
  account: AccountContext,
  intent: LocalIntent,
  card: LocalCard,
  passed: boolean,
): Reply {
  if (intent.status !== 'requires_action')
    throw invalidRequest(
      'This intent does not wait for authentication.',
      `${intent.kind}_intent_unexpected_state`,
    );
  if (passed) return succeed(account, intent, card);
  return fail(account, intent, {
    type: 'invalid_request_error',
    code: `${intent.kind}_intent_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

const UNCONFIRMABLE: Readonly<Record<string, string>> = {
  succeeded: 'it has already succeeded after being previously confirmed',
  canceled: 'it has a status of canceled',
};

function assertConfirmable(account: AccountContext, intent: LocalIntent): void {
  const reason = UNCONFIRMABLE[intent.status];
  if (reason === undefined) return;
  throw invalidRequest(
    `You cannot confirm this PaymentIntent because ${reason}.`,
    `${intent.kind}_intent_unexpected_state`,
    { [`${intent.kind}_intent`]: intentView(account, intent) },
  );
}

function succeed(account: AccountContext, intent: LocalIntent, card: LocalCard): Reply {
  intent.status = 'succeeded';
  intent.lastError = null;
  if (!card.attached) {
    card.attached = true;
    recordEvent(account, 'payment_method.attached', cardView(account, card));
  }
  recordEvent(account, `${intent.kind}_intent.succeeded`, intentView(account, intent, false));
  if (intent.invoice !== null) {
    const invoice = findInvoice(account, intent.invoice);
    countFirstAttempt(invoice);
    markPaid(account, invoice, card);
  }
  if (intent.kind === 'payment' && card.behaviour.startsWith('disputed'))
    openDispute(account, intent, { inquiry: card.behaviour === 'disputed_inquiry' });
  return { status: 200, body: intentView(account, intent) };
}

/** Marks an invoice as paid and activates its subscription unless it has ended; `card` becomes its default card. */
export function markPaid(account: AccountContext, invoice: LocalInvoice, card?: LocalCard): void {
  invoice.status = 'paid';
  invoice.paidAt = account.now;
  invoice.nextAttemptAt = null;
  recordEvent(account, 'invoice.paid', invoiceView(account, invoice));
  recordEvent(account, 'invoice.payment_succeeded', invoiceView(account, invoice));
  if (invoice.subscription === null) return;
  const subscription = findSubscription(account, invoice.subscription);
  if (subscription.endedAt !== null) return;
  subscription.status = 'active';
  subscription.defaultCard = card?.id ?? subscription.defaultCard;
  recordEvent(account, 'customer.subscription.updated', subscriptionView(account, subscription));
}

function fail(account: AccountContext, intent: LocalIntent, error: CardError): Reply {
  intent.status = 'requires_payment_method';
  intent.lastError = error;
  recordEvent(
    account,
    intent.kind === 'payment' ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed',
    intentView(account, intent, false),
  );
  if (intent.invoice !== null) {
    const invoice = findInvoice(account, intent.invoice);
    countFirstAttempt(invoice);
    recordEvent(account, 'invoice.payment_failed', invoiceView(account, invoice));
  }
  return cardErrorReply(error, { [`${intent.kind}_intent`]: intentView(account, intent) });
}

/** Any payment counts as the first attempt; later ones count only if they are automatic retries. */
function countFirstAttempt(invoice: LocalInvoice): void {
  invoice.attemptCount = Math.max(1, invoice.attemptCount);
}
