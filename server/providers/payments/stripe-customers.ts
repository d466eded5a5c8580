import { newId } from '#server/platform/lib/secrets/ids.ts';
import { ProviderRejected, RequestSpent } from '#server/providers/errors.ts';
import type { PaymentGateway, PostalAddress } from './port.ts';
import { findCustomer, ofCustomer, unlessGone } from './stripe-missing-customer.ts';
import {
  keyed,
  stripeCall,
  stripeFind,
  stripeFindKept,
  throwSpent,
  unexpected,
  type Stripe,
} from './stripe-sdk.ts';
import { idOf, toCard } from './stripe-mapping.ts';

type Customers = Pick<
  PaymentGateway,
  | 'ensureCustomer'
  | 'updateCustomer'
  | 'payerOf'
  | 'cards'
  | 'defaultCard'
  | 'setDefaultCard'
  | 'detachCard'
  | 'startCardSetup'
>;

/** Customers and their cards at Stripe. The metadata of a customer holds the uid. */
export function stripeCustomers(stripe: Stripe): Customers {
  const listCards = async (customerId: string) => {
    const filter = { type: 'card', limit: 100 } as const;
    const list = () => stripe.customers.listPaymentMethods(customerId, filter);
    const found = await ofCustomer(stripe, customerId, list).catch(unlessGone);
    return found?.data ?? [];
  };

  return {
    async ensureCustomer({ uid, email, name }, gone) {
      const known = await stripeCall(() => stripe.customers.list({ email, limit: 100 }));
      const mine = known.data.find(({ id, metadata }) => metadata['uid'] === uid && id !== gone);
      if (mine !== undefined) return mine.id;
      // A key is refused with other parameters, so what can change between two attempts is set afterwards.
      const params = { metadata: { uid } };
      const idempotencyKey = `new-customer:${uid}${gone === undefined ? '' : `:${gone}`}`;
      const create = (key: string) =>
        stripeCall(() => stripe.customers.create(params, { idempotencyKey: key })).catch(throwSpent);
      // At most one customer more, that nobody uses.
      const again = (error: unknown) => {
        if (!(error instanceof RequestSpent)) throw error;
        return create(`${idempotencyKey}:${newId()}`);
      };
      const { id } = await create(idempotencyKey).catch(again);
      await stripeCall(() => stripe.customers.update(id, { email, name }));
      return id;
    },

    async updateCustomer(customerId, { email, name, address }) {
      const changes = { email, name, ...(address !== undefined && { address: toAddress(address) }) };
      await ofCustomer(stripe, customerId, () => stripe.customers.update(customerId, changes));
    },

    async payerOf(customerId) {
      return (await findCustomer(stripe, customerId))?.metadata['uid'];
    },

    async cards(customerId) {
      return (await listCards(customerId)).map(toCard);
    },

    async defaultCard(customerId, subscriptionId) {
      const [customer, subscription, saved] = await Promise.all([
        findCustomer(stripe, customerId),
        subscriptionId === undefined
          ? undefined
          : stripeFindKept(stripe, () => stripe.subscriptions.retrieve(subscriptionId)),
        listCards(customerId),
      ]);
      const chosen =
        idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
      const card = saved.find(({ id }) => id === chosen) ?? saved[0];
      return card && toCard(card);
    },

    async setDefaultCard(customerId, subscriptionId, cardId, key) {
      const default_payment_method = cardId;
      const invoice_settings = { default_payment_method };
      await ofCustomer(stripe, customerId, () =>
        stripe.customers.update(customerId, { invoice_settings }, keyed(key && `${key}:customer`)),
      );
      if (subscriptionId === undefined) return;
      await stripeCall(() =>
        stripe.subscriptions.update(
          subscriptionId,
          { default_payment_method },
          keyed(key && `${key}:${subscriptionId}`),
        ),
      );
    },

    async detachCard(cardId) {
      try {
        await stripeCall(() => stripe.paymentMethods.detach(cardId));
      } catch (error) {
        if (!(error instanceof ProviderRejected)) throw error;
        // A card that is detached already is refused.
        const card = await stripeFind(() => stripe.paymentMethods.retrieve(cardId));
        if (idOf(card?.customer) !== undefined) throw error;
      }
    },

    async startCardSetup(customer) {
      const params = { customer, allowed_payment_method_types: ['card'], usage: 'off_session' };
      const setup = await ofCustomer(stripe, customer, () => stripe.setupIntents.create(params));
      return setup.client_secret ?? unexpected('a setup intent without a secret');
    },
  };
}

/** Returns an address as Stripe takes it; an empty text removes a part or all of it. */
function toAddress(address: PostalAddress | null) {
  if (address === null) return '' as const;
  const { postalCode, ...parts } = address;
  return { ...parts, postal_code: postalCode };
}
