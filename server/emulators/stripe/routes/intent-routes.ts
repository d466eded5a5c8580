import { z } from 'zod';
import type { LocalCard } from '#server/emulators/stripe/account-state.ts';
import { attachedCard, ok, read, view, type AccountHandler } from './account-routes.ts';
import { findCard, findIntent, newObjectId, type AccountContext } from '#server/emulators/stripe/account.ts';
import { Fault, invalidRequest } from '#server/emulators/stripe/fault.ts';
import { confirmIntent, finishAuthentication, openIntent } from '#server/emulators/stripe/payments.ts';
import { behaviourOf, cardDetails, cardInputError } from '#server/emulators/stripe/test-cards.ts';
import { intentView } from './views.ts';

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

export function getIntent(kind: 'payment' | 'setup'): AccountHandler {
  return view((account, id) => intentView(account, findIntent(account, kind, id)));
}

export const createSetupIntent: AccountHandler = (account, params) => {
  const allowed = z.tuple([z.literal('card')]);
  read(
    z.strictObject({
      customer: z.string(),
      allowed_payment_method_types: allowed,
      usage: z.literal('off_session'),
    }),
    params,
  );
  return ok(intentView(account, openIntent(account, 'setup', undefined)));
};

const line = z.string().max(500).nullish();
const billingDetails = z.object({
  name: line,
  email: line,
  phone: line,
  address: z
    .object({ country: line, line1: line, line2: line, city: line, state: line, postal_code: line })
    .nullish(),
});

const confirmation = z.strictObject({
  payment_method: z.string().optional(),
  payment_method_data: z
    .strictObject({
      type: z.literal('card'),
      card: cardDetails,
      billing_details: billingDetails.default({}),
    })
    .optional(),
  use_stripe_sdk: flag.optional(),
  return_url: z.string().optional(),
});

/** Confirms with a saved card or with one that was just typed; a typed one is refused before anything is charged. */
export function confirm(kind: 'payment' | 'setup'): AccountHandler {
  return (account, params, id) => {
    const { payment_method, payment_method_data: typed } = read(confirmation, params);
    const intent = findIntent(account, kind, id);
    if (payment_method !== undefined)
      return confirmIntent(account, intent, attachedCard(account, payment_method));
    if (typed === undefined) throw invalidRequest('You must provide a payment method.', 'parameter_missing');
    const error = cardInputError(typed.card, account.now);
    if (error !== undefined)
      throw new Fault(402, { ...error, [`${kind}_intent`]: intentView(account, intent) });
    return confirmIntent(account, intent, addCard(account, typed));
  };
}

function addCard(
  account: AccountContext,
  { card, billing_details }: NonNullable<z.infer<typeof confirmation>['payment_method_data']>,
): LocalCard {
  const added: LocalCard = {
    id: newObjectId('pm', account.state),
    behaviour: behaviourOf(card.number) ?? 'declined',
    brand: 'visa',
    last4: card.number.slice(-4),
    expMonth: card.exp_month,
    expYear: card.exp_year,
    billingDetails: billing_details,
    attached: false,
    created: account.now,
  };
  account.state.cards.push(added);
  return added;
}

/** The end of a challenge that the browser showed; Stripe has no such path, its own pages do this. */
export function authenticate(kind: 'payment' | 'setup'): AccountHandler {
  return (account, params, id) => {
    const { passed } = read(z.strictObject({ passed: z.boolean() }), params);
    const intent = findIntent(account, kind, id);
    return finishAuthentication(account, intent, findCard(account, intent.card ?? ''), passed);
  };
}
