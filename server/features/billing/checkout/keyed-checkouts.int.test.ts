import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYS, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';

/** Opening a checkout, paying with a saved card and changing the card with an `Idempotency-Key`. */
let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const AFTER_LEASE_MS = 61_000;
const MISMATCH = { code: 'UNPROCESSABLE_CONTENT' };

/** A process that dies once it has called `method` of the payment provider, and a later one. */
async function dyingAfter(method: 'startSubscription' | 'payIntent' | 'setDefaultCard') {
  const reached = deferred();
  const { billing: dying } = await system.otherProcess({
    gateway: (real) => {
      const call = real[method] as (...args: unknown[]) => Promise<unknown>;
      const dies = async (...args: unknown[]) => {
        await call(...args);
        reached.resolve();
        return new Promise(() => undefined);
      };
      return { [method]: dies };
    },
  });
  const clock = createTestClock();
  clock.advance(AFTER_LEASE_MS);
  const { billing: later } = await system.otherProcess({ clock });
  return { dying, reached: reached.promise, later };
}

/** Saves a card without a payment; returns its id. */
async function saveCard(user: TestUser, number: string): Promise<string> {
  const { clientSecret } = await user.api.beginCardSetup();
  await system.local.browser.confirm(clientSecret, number);
  const { payment_methods } = await user.api.paymentMethods({});
  const saved = payment_methods.find(({ card }) => number.endsWith(card.last4));
  return saved?.id ?? expect.fail('the card was not saved');
}

const defaultCard = async (user: TestUser) =>
  (await user.api.defaultPaymentMethod({})).payment_method?.id ?? null;

describe('opening a checkout', () => {
  test('repeats the first payment, and another plan neither opens one nor voids it', async () => {
    const user = system.addUser();
    const keyed = user.apiOf(system.billing, 'k');
    const first = await keyed.createPaymentIntent({ productId: 'launch' });
    await expect(keyed.createPaymentIntent({ productId: 'scale' })).rejects.toMatchObject(MISMATCH);
    await expect(keyed.createPaymentIntent({ productId: 'launch', email: user.email })).rejects.toMatchObject(
      MISMATCH,
    );
    await expect(keyed.updatePaymentMethod({ paymentMethodId: 'pm_1' })).rejects.toMatchObject(MISMATCH);
    expect(await keyed.createPaymentIntent({ productId: 'launch' })).toEqual(first);
    expect(await system.local.browser.confirm(first.clientSecret, PAYS)).toMatchObject({
      intentStatus: 'succeeded',
    });
    expect(await keyed.createPaymentIntent({ productId: 'launch' })).toEqual(first);
    await expect(user.api.createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('stores no secret of a payment with the key', async () => {
    const user = system.addUser();
    const { clientSecret } = await user
      .apiOf(system.billing, 'k')
      .createPaymentIntent({ productId: 'launch' });
    expect(await system.storedKey(user.uid, 'k')).toMatchObject({
      result: { paymentIntentId: clientSecret.split('_secret_')[0] },
    });
    expect(JSON.stringify(await system.storedKey(user.uid, 'k'))).not.toContain('_secret_');
  });

  test('interrupted, it opens one subscription', async () => {
    const user = system.addUser();
    const { dying, reached, later } = await dyingAfter('startSubscription');
    void user.apiOf(dying, 'k').createPaymentIntent({ productId: 'launch' });
    await reached;
    const again = await user.apiOf(later, 'k').createPaymentIntent({ productId: 'launch' });
    expect(await user.api.createPaymentIntent({ productId: 'launch' })).toEqual(again);
    expect(await system.subscriptionsAtProvider(user)).toBe(1);
  });

  test('that failed before it had an effect is repeated at once, though another plan was open', async () => {
    const user = system.addUser();
    await user.api.createPaymentIntent({ productId: 'scale' });
    const { billing } = await system.otherProcess({
      gateway: (real) => ({ cancelUnpaid: failingOnce(real.cancelUnpaid, 'before') }),
    });
    const keyed = user.apiOf(billing, 'k');
    const failed = keyed.createPaymentIntent({ productId: 'launch' });
    await expect(failed).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    const opened = await keyed.createPaymentIntent({ productId: 'launch' });
    expect(await user.api.createPaymentIntent({ productId: 'launch' })).toEqual(opened);
  });

  test('interrupted, it does not replace a plan that was chosen later', async () => {
    const user = system.addUser();
    const { dying, reached, later } = await dyingAfter('startSubscription');
    void user.apiOf(dying, 'k').createPaymentIntent({ productId: 'launch' });
    await reached;
    const chosen = await user.api.createPaymentIntent({ productId: 'scale' });
    const again = user.apiOf(later, 'k').createPaymentIntent({ productId: 'launch' });
    await expect(again).rejects.toMatchObject({ message: 'Another plan was chosen in the meantime.' });
    expect(await user.api.createPaymentIntent({ productId: 'scale' })).toEqual(chosen);
  });
});

describe('paying with a saved card', () => {
  test('charges once per key and repeats the response, and refuses another card', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.api.createPaymentIntent({ productId: 'launch' });
    const paymentMethodId = await saveCard(user, PAYS);
    const keyed = user.apiOf(system.billing, 'k');
    const paid = await keyed.confirmPayment({ paymentIntentId, paymentMethodId });
    expect(paid).toMatchObject({ success: true, error: null });
    expect(await keyed.confirmPayment({ paymentIntentId, paymentMethodId })).toEqual(paid);
    await expect(
      keyed.confirmPayment({ paymentIntentId, paymentMethodId: 'pm_other' }),
    ).rejects.toMatchObject(MISMATCH);
    await expect(
      keyed.confirmPayment({ paymentIntentId, paymentMethodId, subscriptionId: 'sub_1' }),
    ).rejects.toMatchObject(MISMATCH);
  });

  test('interrupted after the charge, it returns the payment', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.api.createPaymentIntent({ productId: 'launch' });
    const input = { paymentIntentId, paymentMethodId: await saveCard(user, PAYS) };
    const { dying, reached, later } = await dyingAfter('payIntent');
    void user.apiOf(dying, 'k').confirmPayment(input);
    await reached;
    expect(await user.apiOf(later, 'k').confirmPayment(input)).toMatchObject({ success: true });
    await system.billing.sweep();
    expect(await user.grants()).toHaveLength(1);
  });

  test('interrupted after the charge, a subscription returns its plan', async () => {
    const user = system.addUser();
    await saveCard(user, PAYS);
    const { dying, reached, later } = await dyingAfter('payIntent');
    void user.apiOf(dying, 'k').createSubscription({ productId: 'launch' });
    await reached;
    const again = () => user.apiOf(later, 'k').createSubscription({ productId: 'launch' });
    expect(await again()).toMatchObject({ success: true, planId: 'launch', balance: 20_000 });
    expect(await again()).toMatchObject({ success: true, planId: 'launch', balance: 20_000 });
    expect(await user.grants()).toHaveLength(1);
  });

  test('with a card that is not one of the caller’s is not found, whether or not it exists', async () => {
    const [user, other] = [system.addUser(), system.addUser()];
    const { paymentIntentId } = await user.api.createPaymentIntent({ productId: 'launch' });
    for (const paymentMethodId of [await saveCard(other, PAYS), 'pm_nobody']) {
      const unknown = { code: 'NOT_FOUND', message: 'No such card' };
      await expect(user.api.confirmPayment({ paymentIntentId, paymentMethodId })).rejects.toMatchObject(
        unknown,
      );
      await expect(user.api.updatePaymentMethod({ paymentMethodId })).rejects.toMatchObject(unknown);
    }
  });
});

describe('changing the card that pays', () => {
  test('happens once per key: a repetition does not undo a later choice', async () => {
    const user = system.addUser();
    const [first, second] = [await saveCard(user, PAYS), await saveCard(user, SAVES_ONLY)];
    const keyed = user.apiOf(system.billing, 'k');
    const changed = await keyed.updatePaymentMethod({ paymentMethodId: first });
    await user.api.updatePaymentMethod({ paymentMethodId: second });
    expect(await keyed.updatePaymentMethod({ paymentMethodId: first })).toEqual(changed);
    expect(await defaultCard(user)).toBe(second);
    await expect(keyed.updatePaymentMethod({ paymentMethodId: second })).rejects.toMatchObject(MISMATCH);
  });

  test('interrupted, it does not undo a later choice either', async () => {
    const user = system.addUser();
    const [first, second] = [await saveCard(user, PAYS), await saveCard(user, SAVES_ONLY)];
    const { dying, reached, later } = await dyingAfter('setDefaultCard');
    void user.apiOf(dying, 'k').updatePaymentMethod({ paymentMethodId: first });
    await reached;
    await user.api.updatePaymentMethod({ paymentMethodId: second });
    expect(await user.apiOf(later, 'k').updatePaymentMethod({ paymentMethodId: first })).toMatchObject({
      success: true,
    });
    expect(await defaultCard(user)).toBe(second);
  });
});
