import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountKeyOf } from '#server/emulators/stripe/account.ts';
import { AUTHENTICATES, PAYS, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const ONLY_CARD = 'This is your only card, and it pays for your plan. Add another card before you remove it.';

/** Saves a card without a payment; returns its id. */
async function saveCard({ api }: TestUser, number: string): Promise<string> {
  const { clientSecret } = await api.beginCardSetup();
  const before = await cardsAtStripe(clientSecret);
  const { intentStatus } = await system.local.browser.confirm(clientSecret, number);
  if (intentStatus === 'requires_action') await system.local.browser.authenticate(clientSecret, true);
  const added = (await cardsAtStripe(clientSecret)).find((id) => !before.includes(id));
  return added ?? expect.fail('no card was saved');
}

/** Returns the ids of the cards that the customer of an object has at Stripe, the one saved last first. */
async function cardsAtStripe(objectId: string): Promise<string[]> {
  const customerId = `cus_${objectId.slice(objectId.indexOf('_') + 1).slice(0, 12)}`;
  return (await system.local.gateway.cards(customerId)).map(({ id }) => id);
}

async function shown({ api }: TestUser): Promise<string[]> {
  return (await api.paymentMethods({})).payment_methods.map(({ id }) => id);
}

async function defaultOf({ api }: TestUser): Promise<string | undefined> {
  return (await api.defaultPaymentMethod({})).payment_method?.id;
}

/** Returns the card that pays for the plan of the customer of an object, as Stripe has it. */
async function storedDefault(objectId: string): Promise<string | null | undefined> {
  const account = await system.local.stripe.models[0].findById(accountKeyOf(objectId)).lean();
  const { customer, subscriptions } = account?.state ?? expect.fail('no customer');
  return subscriptions[0]?.defaultCard ?? customer.defaultCard;
}

/** A user with a plan that card `first` pays, and a second saved card. */
async function userWithTwoCards() {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const [first = ''] = await shown(user);
  const second = await saveCard(user, AUTHENTICATES);
  return { ...user, first, second };
}

test('a removed default card is gone at Stripe, and the other one pays the next renewal', async () => {
  const user = await userWithTwoCards();
  expect(await defaultOf(user)).toBe(user.first);
  await user.api.removePaymentMethod({ paymentMethodId: user.first });
  expect(await user.api.removePaymentMethod({ paymentMethodId: user.first })).toEqual({ success: true });
  expect(await shown(user)).toEqual([user.second]);
  expect(await cardsAtStripe(user.first)).toEqual([user.second]);
  expect(await defaultOf(user)).toBe(user.second);
  await expect(user.api.updatePaymentMethod({ paymentMethodId: user.first })).rejects.toThrow();
});

test('the only card of a plan is kept, and one without a plan can be removed', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const [card = ''] = await shown(user);
  const refused = { code: 'CONFLICT', message: ONLY_CARD };
  await expect(user.api.removePaymentMethod({ paymentMethodId: card })).rejects.toMatchObject(refused);
  await user.api.cancelPlan();
  await expect(user.api.removePaymentMethod({ paymentMethodId: card })).rejects.toMatchObject(refused);
  // Billing has not handled the event of the end yet.
  await system.local.advance(user.email, 32);
  await user.api.removePaymentMethod({ paymentMethodId: card });
  expect(await cardsAtStripe(card)).toEqual([]);
});

test('of two removals at once one card stays', async () => {
  const user = await userWithTwoCards();
  // Both have seen two cards before either decides.
  const seen = [deferred(), deferred()];
  const removals = [user.first, user.second].map(async (paymentMethodId, i) => {
    const { billing } = await system.otherProcess({
      gateway: (real) => ({
        cards: async (customerId) => {
          const cards = await real.cards(customerId);
          seen[i]?.resolve();
          await Promise.all(seen.map(({ promise }) => promise));
          return cards;
        },
      }),
    });
    return user.apiOf(billing).removePaymentMethod({ paymentMethodId });
  });
  const results = await Promise.allSettled(removals);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const left = await cardsAtStripe(user.first);
  expect(left).toHaveLength(1);
  expect(await defaultOf(user)).toBe(left[0]);
});

test('a plan that begins while its only card is removed keeps the card', async () => {
  const user = system.addUser();
  const card = await saveCard(user, PAYS);
  const [listed, subscribed] = [deferred(), deferred()];
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      cards: async (customerId) => {
        const cards = await real.cards(customerId);
        listed.resolve();
        await subscribed.promise;
        return cards;
      },
    }),
  });
  const removal = user.apiOf(billing).removePaymentMethod({ paymentMethodId: card });
  const outcome = expect(removal).rejects.toMatchObject({ message: ONLY_CARD });
  await listed.promise;
  await user.api.createSubscription({ productId: 'launch' });
  subscribed.resolve();
  await outcome;
  expect(await cardsAtStripe(card)).toEqual([card]);
});

test('a card that paid for a plan a moment ago is kept, before billing has handled the payment', async () => {
  const user = system.addUser();
  const paymentMethodId = await saveCard(user, PAYS);
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      payIntent: async (...args) => {
        const paid = await real.payIntent(...args);
        await expect(user.api.removePaymentMethod({ paymentMethodId })).rejects.toThrow(ONLY_CARD);
        return paid;
      },
    }),
  });
  await user.apiOf(billing).createSubscription({ productId: 'launch' });
  expect(await shown(user)).toEqual([paymentMethodId]);
});

test.each(['a removal', 'a change'])(
  '%s that makes a card the default while it is removed leaves another',
  async (which) => {
    const user = await userWithTwoCards();
    const third = await saveCard(user, SAVES_ONLY);
    const [setting, detaching, set] = [deferred(), deferred(), deferred()];
    const { billing: slow } = await system.otherProcess({
      gateway: (real) => ({
        setDefaultCard: async (...args) => {
          setting.resolve();
          await detaching.promise;
          await real.setDefaultCard(...args);
          set.resolve();
        },
      }),
    });
    const { billing: removing } = await system.otherProcess({
      gateway: (real) => ({
        detachCard: async (id) => {
          detaching.resolve();
          await set.promise;
          await real.detachCard(id);
        },
      }),
    });
    const api = user.apiOf(slow);
    const first =
      which === 'a removal'
        ? api.removePaymentMethod({ paymentMethodId: user.first })
        : api.updatePaymentMethod({ paymentMethodId: third }).catch(() => undefined);
    await setting.promise;
    await Promise.all([first, user.apiOf(removing).removePaymentMethod({ paymentMethodId: third })]);
    const left = await cardsAtStripe(third);
    expect(left).toHaveLength(which === 'a removal' ? 1 : 2);
    expect(left).toContain(await storedDefault(third));
  },
);

test('a card of another user, or of nobody, is not found', async () => {
  const [user, other] = [await userWithTwoCards(), system.addUser()];
  for (const paymentMethodId of [user.first, 'pm_nothing'])
    await expect(other.api.removePaymentMethod({ paymentMethodId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No such card',
    });
  expect(await shown(user)).toHaveLength(2);
});

test('a removal whose request to Stripe failed is completed by the sweep, and the card is gone meanwhile', async () => {
  const user = await userWithTwoCards();
  const clock = createTestClock();
  const { billing } = await system.otherProcess({
    clock,
    gateway: (real) => ({ detachCard: failingOnce(real.detachCard, 'before') }),
  });
  const api = user.apiOf(billing);
  await expect(api.removePaymentMethod({ paymentMethodId: user.first })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
  });
  expect(await shown(user)).toEqual([user.second]);
  const events = system.local.stripe.models[0].db.collection('account_events');
  expect(await events.countDocuments({ uid: user.uid, type: 'card_removed' })).toBe(1);
  expect(await cardsAtStripe(user.first)).toHaveLength(2);
  await billing.detachCards();
  expect(await cardsAtStripe(user.first)).toHaveLength(2);
  clock.advance(60_000);
  await billing.detachCards();
  expect(await cardsAtStripe(user.first)).toEqual([user.second]);
});

test.each(['before', 'after'])('a card that is removed %s it became the default is not it', async (when) => {
  const user = await userWithTwoCards();
  const [found, removed] = [deferred(), deferred()];
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      setDefaultCard: async (...args) => {
        if (when === 'after') await real.setDefaultCard(...args);
        found.resolve();
        await removed.promise;
        if (when === 'before') await real.setDefaultCard(...args);
      },
    }),
  });
  const change = user.apiOf(billing).updatePaymentMethod({ paymentMethodId: user.second });
  const outcome = expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await found.promise;
  await user.api.removePaymentMethod({ paymentMethodId: user.second });
  removed.resolve();
  await outcome;
  expect(await defaultOf(user)).toBe(user.first);
});

test('the same card saved twice at the same time is one, and stays the default', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const [first = ''] = await shown(user);
  const [second, third] = [await saveCard(user, PAYS), await saveCard(user, PAYS)];
  const update = (paymentMethodId: string) => user.api.updatePaymentMethod({ paymentMethodId });
  const changed = await Promise.all([update(third), update(second), update(first)]);
  expect(changed.map(({ payment_method }) => payment_method.id)).toEqual([third, third, third]);
  await system.billing.detachCards();
  await shown(user);
  await system.billing.detachCards();
  expect(await cardsAtStripe(first)).toEqual([third]);
  expect(await defaultOf(user)).toBe(third);
});

test('a default card that is saved again stays the default', async () => {
  const user = await userWithTwoCards();
  const again = await saveCard(user, PAYS);
  expect(await shown(user)).toEqual([again, user.second]);
  await system.billing.detachCards();
  expect(await cardsAtStripe(again)).toEqual([again, user.second]);
  expect(await defaultOf(user)).toBe(again);
});

test('removing a card removes its older copies', async () => {
  const user = await userWithTwoCards();
  const again = await saveCard(user, PAYS);
  await user.api.removePaymentMethod({ paymentMethodId: again });
  await system.billing.detachCards();
  expect(await cardsAtStripe(again)).toEqual([user.second]);
});

test('in place of a removed default card the latest one that has not expired pays', async () => {
  const user = await userWithTwoCards();
  const latest = await saveCard(user, SAVES_ONLY);
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      cards: async (customerId) =>
        (await real.cards(customerId)).map((card) =>
          card.id === latest ? { ...card, expYear: 2020 } : card,
        ),
    }),
  });
  await user.apiOf(billing).removePaymentMethod({ paymentMethodId: user.first });
  expect(await shown(user)).toEqual([latest, user.second]);
  expect(await defaultOf(user)).toBe(user.second);
});
