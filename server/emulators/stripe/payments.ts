import type { CardError, LocalCard, LocalIntent, LocalInvoice, Reply } from './account-state.ts';
import { findInvoice, findSubscription, newClientSecret, newObjectId, record, type Desk } from './account.ts';
import { cardErrorReply, invalidRequest } from './fault.ts';
import { AUTHENTICATION_FAILED, declineOf } from './test-cards.ts';
import { cardView, intentView, invoiceView, subscriptionView } from './routes/views.ts';

/** Opens an intent: to pay an invoice, or to save a card. */
export function openIntent(
  desk: Desk,
  kind: LocalIntent['kind'],
  invoice: { id: string; amount: number } | undefined,
): LocalIntent {
  const id = newObjectId(kind === 'payment' ? 'pi' : 'seti', desk.state);
  const intent: LocalIntent = {
    id,
    kind,
    status: 'requires_payment_method',
    clientSecret: newClientSecret(id),
    amount: invoice?.amount ?? 0,
    invoice: invoice?.id ?? null,
    card: null,
    lastError: null,
    created: desk.now,
  };
  desk.state.intents.push(intent);
  record(desk, `${kind}_intent.created`, intentView(desk, intent, false));
  return intent;
}

/** Charges or saves a card whose holder is present and can be asked to authenticate. */
export function confirmIntent(desk: Desk, intent: LocalIntent, card: LocalCard): Reply {
  assertConfirmable(desk, intent);
  intent.card = card.id;
  if (card.behaviour === 'authenticates') {
    intent.status = 'requires_action';
    record(desk, `${intent.kind}_intent.requires_action`, intentView(desk, intent, false));
    return { status: 200, body: intentView(desk, intent) };
  }
  const decline = declineOf(card.behaviour);
  return decline === undefined ? succeed(desk, intent, card) : fail(desk, intent, decline);
}

/** Charges a saved card without its holder, as a renewal does. */
export function chargeOffSession(desk: Desk, intent: LocalIntent, card: LocalCard): Reply {
  intent.card = card.id;
  const decline = declineOf(card.behaviour);
  return decline === undefined ? succeed(desk, intent, card) : fail(desk, intent, decline);
}

/** Ends a challenge: the holder authenticated, or failed to. */
export function finishAuthentication(
  desk: Desk,
  intent: LocalIntent,
  card: LocalCard,
  passed: boolean,
): Reply {
  if (intent.status !== 'requires_action')
    throw invalidRequest(
      'This intent does not wait for authentication.',
      `${intent.kind}_intent_unexpected_state`,
    );
  if (passed) return succeed(desk, intent, card);
  return fail(desk, intent, {
    ...AUTHENTICATION_FAILED,
    code: `${intent.kind}_intent_authentication_failure`,
  });
}

function assertConfirmable(desk: Desk, intent: LocalIntent): void {
  const code = `${intent.kind}_intent_unexpected_state`;
  const view = { [`${intent.kind}_intent`]: intentView(desk, intent) };
  if (intent.status === 'succeeded') {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      code,
      view,
    );
  }
  if (intent.status === 'canceled') {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it has a status of canceled.',
      code,
      view,
    );
  }
}

function succeed(desk: Desk, intent: LocalIntent, card: LocalCard): Reply {
  intent.status = 'succeeded';
  intent.lastError = null;
  if (!card.attached) {
    card.attached = true;
    record(desk, 'payment_method.attached', cardView(desk, card));
  }
  record(desk, `${intent.kind}_intent.succeeded`, intentView(desk, intent, false));
  if (intent.invoice !== null) markPaid(desk, findInvoice(desk, intent.invoice), card);
  return { status: 200, body: intentView(desk, intent) };
}

/** The invoice is paid, and its subscription runs, from now on with this card, if one paid, where it had none. */
export function markPaid(desk: Desk, invoice: LocalInvoice, card?: LocalCard): void {
  invoice.status = 'paid';
  invoice.paidAt = desk.now;
  record(desk, 'invoice.paid', invoiceView(desk, invoice));
  record(desk, 'invoice.payment_succeeded', invoiceView(desk, invoice));
  const subscription = findSubscription(desk, invoice.subscription);
  subscription.status = 'active';
  subscription.defaultCard ??= card?.id ?? null;
  record(desk, 'customer.subscription.updated', subscriptionView(desk, subscription));
}

function fail(desk: Desk, intent: LocalIntent, error: CardError): Reply {
  intent.status = 'requires_payment_method';
  intent.lastError = error;
  record(
    desk,
    intent.kind === 'payment' ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed',
    intentView(desk, intent, false),
  );
  if (intent.invoice !== null)
    record(desk, 'invoice.payment_failed', invoiceView(desk, findInvoice(desk, intent.invoice)));
  return cardErrorReply(error, { [`${intent.kind}_intent`]: intentView(desk, intent) });
}
