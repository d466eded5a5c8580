import { z } from 'zod';
import type { LocalCard } from '#server/emulators/stripe/account-state.ts';
import { attachedCard, ok, parseParams, view, type AccountHandler } from './account-routes.ts';
import { findCard, findIntent, newObjectId, type AccountContext } from '#server/emulators/stripe/account.ts';
import { StripeApiError, invalidRequest } from '#server/emulators/stripe/stripe-api-error.ts';
import { confirmIntent, finishAuthentication, openIntent } from '#server/emulators/stripe/payments.ts';
import { behaviourOf, cardDetails, cardInputError } from '#server/emulators/stripe/test-cards.ts';
import { intentView } from './views.ts';

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

export function getIntent(kind: 'payment' | 'setup'): AccountHandler {
  return view((account, id) => intentView(account, findIntent(account, kind, id)));
}

export const createSetupIntent: AccountHandler = (account, params) => {
  const allowed = z.tuple([z.literal('card')]);
  parseParams(
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

/** Confirms with a saved card or with card details, which are validated before the charge. */
export function confirm(kind: 'payment' | 'setup'): AccountHandler {
  return (account, params, id) => {
    const { payment_method, payment_method_data: details } = parseParams(confirmation, params);
    const intent = findIntent(account, kind, id);
    if (payment_method !== undefined)
      return confirmIntent(account, intent, attachedCard(account, payment_method));
    if (details === undefined)
      throw invalidRequest('You must provide a payment method.', 'parameter_missing');
    const error = cardInputError(details.card, account.now);
    if (error !== undefined)
      throw new StripeApiError(402, { ...error, [`${kind}_intent`]: intentView(account, intent) });
    return confirmIntent(account, intent, addCard(account, details));
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

/** Completes the authentication shown by the browser. Stripe does this on its own pages; the path is ours. */
export function authenticate(kind: 'payment' | 'setup'): AccountHandler {
  return (account, params, id) => {
    const { passed } = parseParams(z.strictObject({ passed: z.boolean() }), params);
    const intent = findIntent(account, kind, id);
    return finishAuthentication(account, intent, findCard(account, intent.card ?? ''), passed);
  };
}
