import { z } from 'zod';
import { findCard, recordEvent } from '../account.ts';
import { invalidRequest } from '../stripe-api-error.ts';
import { cardView } from '../views/object-views.ts';
import { accountRoute, expandOnly } from './route.ts';

/** Saved cards by their own id. */
export const cardRoutes = [
  accountRoute('GET /v1/payment_methods/:id', expandOnly, (account, _params, id) =>
    cardView(account, findCard(account, id)),
  ),

  // A detached card is no default any more and cannot be attached again.
  accountRoute('POST /v1/payment_methods/:id/detach', z.strictObject({}), (account, _params, id) => {
    const card = findCard(account, id);
    if (!card.attached)
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    card.attached = false;
    for (const owner of [account.state.customer, ...account.state.subscriptions])
      if (owner.defaultCard === id) owner.defaultCard = null;
    recordEvent(account, 'payment_method.detached', cardView(account, card));
    return cardView(account, card);
  }),
];
