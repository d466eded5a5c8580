import { z } from 'zod';
import type { LocalCard } from '../account-state.ts';
import { findAttachedCard, findCard, findIntent, newObjectId, type AccountContext } from '../account.ts';
import { confirmIntent, finishAuthentication, openIntent } from '../payments.ts';
import { StripeApiError, invalidRequest } from '../stripe-api-error.ts';
import { behaviourOf, cardDetails, cardInputError } from '../test-cards.ts';
import { intentView } from '../views/object-views.ts';
import { accountRoute, expandOnly, flag, replyRoute, type Route } from './route.ts';

const newSetup = z.strictObject({
  customer: z.string(),
  allowed_payment_method_types: z.tuple([z.literal('card')]),
  usage: z.literal('off_session'),
});

const line = z.string().max(500).nullish();
const billingDetails = z.object({
  name: line,
  email: line,
  phone: line,
  address: z
    .object({ country: line, line1: line, line2: line, city: line, state: line, postal_code: line })
    .nullish(),
});

const newCard = z.strictObject({
  type: z.literal('card'),
  card: cardDetails,
  billing_details: billingDetails.default({}),
});

const confirmation = z.strictObject({
  payment_method: z.string().optional(),
  payment_method_data: newCard.optional(),
  use_stripe_sdk: flag.optional(),
  return_url: z.string().optional(),
});

/** Payments and setups of cards, as the browser and the SDK confirm them. */
export const intentRoutes: Route[] = [
  accountRoute('POST /v1/setup_intents', newSetup, (account) =>
    intentView(account, openIntent(account, 'setup', undefined)),
  ),
  ...routesOf('payment'),
  ...routesOf('setup'),
];

function routesOf(kind: 'payment' | 'setup'): Route[] {
  const path = `/v1/${kind}_intents/:id`;
  return [
    accountRoute(`GET ${path}`, expandOnly, (account, _params, id) =>
      intentView(account, findIntent(account, kind, id)),
    ),

    // With a saved card or with card details, which are validated before the charge.
    replyRoute(`POST ${path}/confirm`, confirmation, (account, params, id) => {
      const { payment_method, payment_method_data: details } = params;
      const intent = findIntent(account, kind, id);
      if (payment_method !== undefined)
        return confirmIntent(account, intent, findAttachedCard(account, payment_method));
      if (details === undefined)
        throw invalidRequest('You must provide a payment method.', 'parameter_missing');
      const error = cardInputError(details.card, account.now);
      if (error !== undefined)
        throw new StripeApiError(402, { ...error, [`${kind}_intent`]: intentView(account, intent) });
      return confirmIntent(account, intent, addCard(account, details));
    }),

    // Completes the authentication shown by the browser. Stripe does this on its own pages; the path is ours.
    replyRoute(
      `POST ${path}/authenticate`,
      z.strictObject({ passed: z.boolean() }),
      (account, { passed }, id) => {
        const intent = findIntent(account, kind, id);
        return finishAuthentication(account, intent, findCard(account, intent.card ?? ''), passed);
      },
    ),
  ];
}

function addCard(account: AccountContext, { card, billing_details }: z.infer<typeof newCard>): LocalCard {
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
