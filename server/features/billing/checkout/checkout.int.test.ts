import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTHENTICATES, DECLINED, NO_FUNDS, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

describe('a card that pays', () => {
  test('activates the plan and grants its credits at once, without a webhook', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.pay('launch', PAYS);
    const paid = await user.api.createSubscriptionAfterPayment({
      paymentIntentId,
      planId: 'launch',
      email: user.email,
    });
    expect(paid).toMatchObject({ success: true, planId: 'launch', balance: 20_000 });
    expect(paid.orderNumber).not.toBe('');

    const view = await user.api.subscription({ id: user.uid });
    expect(view).toMatchObject({
      subscriptionId: paid.subscriptionId,
      planName: 'Launch',
      amount: 200,
      status: 'active',
    });
    expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(true);
    expect(await system.billing.subscriptions.planOf(user.uid)).toBe('launch');
    const { transactions } = await user.api.subscriptionTransactions({});
    expect(transactions).toMatchObject([
      { amount: 200, status: 'paid', plan_name: 'Launch', invoice_number: paid.orderNumber },
    ]);
  });

  test('gets a receipt as a page and as a PDF file', async () => {
    const user = system.addUser();
    const { orderNumber } = await user.subscribe('scale', PAYS);
    const [receipt] = (await user.api.subscriptionTransactions({})).transactions;
    const page = await (await fetch(receipt?.receipt_url ?? '')).text();
    expect(page).toContain(orderNumber);
    expect(page).toContain('$600.00 USD');
    const file = await fetch(receipt?.receipt_file_url ?? '');
    expect(file.headers.get('content-disposition')).toContain(`hark-${orderNumber}.pdf`);
    expect((await file.text()).slice(0, 5)).toBe('%PDF-');
  });

  test('becomes the default card', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    const { payment_methods } = await user.api.paymentMethods({ userId: user.uid });
    expect(payment_methods).toMatchObject([{ card: { brand: 'visa', last4: '4242' } }]);
    expect((await user.api.defaultPaymentMethod({})).payment_method).toEqual(payment_methods[0]);
  });
});

describe('a card that does not pay', () => {
  test.each([
    [DECLINED, 'card_declined', 'Your card was declined.'],
    [NO_FUNDS, 'card_declined', 'Your card has insufficient funds.'],
    ['4242 4242 4242 4241', 'incorrect_number', 'Your card number is invalid.'],
    ['5555 5555 5555 4444', 'incorrect_number', 'Your card number is invalid.'],
  ])(
    '%s is declined with a message, and the next card pays the same payment',
    async (number, code, message) => {
      const user = system.addUser();
      const first = await user.pay('launch', number);
      expect(first.result).toMatchObject({ status: 402, error: { code, message } });
      const unpaid = user.api.createSubscriptionAfterPayment({ paymentIntentId: first.paymentIntentId });
      await expect(unpaid).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
      expect(await user.balance()).toBe(0);
      expect(await user.api.subscription({})).toMatchObject({ subscriptionId: null });
      const second = await user.pay('launch', PAYS);
      expect(second.paymentIntentId).toBe(first.paymentIntentId);
      expect(second.result.intentStatus).toBe('succeeded');
    },
  );

  test('expired and incomplete cards are refused before they are charged', async () => {
    const user = system.addUser();
    const { clientSecret } = await user.api.createPaymentIntent({ productId: 'launch' });
    const { confirm } = system.local.browser;
    expect((await confirm(clientSecret, PAYS, { exp_year: 2020 })).error?.code).toBe('invalid_expiry_year');
    expect((await confirm(clientSecret, PAYS, { cvc: '1' })).error?.code).toBe('invalid_cvc');
  });
});

describe('a card that requires authentication', () => {
  test('pays after its holder has authenticated', async () => {
    const user = system.addUser();
    const { clientSecret, paymentIntentId, result } = await user.pay('launch', AUTHENTICATES);
    expect(result.intentStatus).toBe('requires_action');
    const tooEarly = user.api.createSubscriptionAfterPayment({ paymentIntentId });
    await expect(tooEarly).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect((await system.local.browser.authenticate(clientSecret, true)).intentStatus).toBe('succeeded');
    expect(await user.api.createSubscriptionAfterPayment({ paymentIntentId })).toMatchObject({
      balance: 20_000,
    });
  });

  test('does not pay after a failed authentication, and can be retried', async () => {
    const user = system.addUser();
    const { clientSecret } = await user.pay('launch', AUTHENTICATES);
    const failed = await system.local.browser.authenticate(clientSecret, false);
    expect(failed.error?.code).toBe('payment_intent_authentication_failure');
    expect((await user.pay('launch', PAYS)).result.intentStatus).toBe('succeeded');
  });
});

describe('double clicks and concurrent windows', () => {
  test('two clicks on pay charge once and grant once', async () => {
    const user = system.addUser();
    const { clientSecret, paymentIntentId } = await user.api.createPaymentIntent({ productId: 'launch' });
    const clicks = await Promise.all([1, 2].map(() => system.local.browser.confirm(clientSecret, PAYS)));
    expect(clicks.filter(({ intentStatus }) => intentStatus === 'succeeded')).toHaveLength(1);
    const finishes = await Promise.all(
      [1, 2, 3].map(() => user.api.createSubscriptionAfterPayment({ paymentIntentId })),
    );
    expect(new Set(finishes.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
    expect(await user.grants()).toHaveLength(1);
    expect(await user.balance()).toBe(20_000);
  });

  test('windows with the same plan share one payment', async () => {
    const user = system.addUser();
    const windows = await Promise.all(
      [1, 2, 3].map(() => user.api.createPaymentIntent({ productId: 'launch' })),
    );
    expect(new Set(windows.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
  });

  test('choosing another plan during checkout cancels the first payment', async () => {
    const user = system.addUser();
    const launch = await user.api.createPaymentIntent({ productId: 'launch' });
    const scale = await user.api.createPaymentIntent({ productId: 'prod_hark_scale' });
    const late = await system.local.browser.confirm(launch.clientSecret, PAYS);
    expect(late.error?.code).toBe('payment_intent_unexpected_state');
    await system.local.browser.confirm(scale.clientSecret, PAYS);
    await user.api.createSubscriptionAfterPayment({ paymentIntentId: scale.paymentIntentId });
    expect(await user.balance()).toBe(60_000);
    const stale = user.api.createSubscriptionAfterPayment({ paymentIntentId: launch.paymentIntentId });
    await expect(stale).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
  });

  test('choosing another plan after the first was paid grants the first and refuses the second', async () => {
    const user = system.addUser();
    await user.pay('launch', PAYS);
    await expect(user.api.createPaymentIntent({ productId: 'scale' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await user.balance()).toBe(20_000);
    expect(await user.api.subscription({})).toMatchObject({ planId: 'launch', status: 'active' });
  });

  test('concurrent windows with different plans leave at most one payment open', async () => {
    const user = system.addUser();
    const plans = ['launch', 'scale', 'dominate', 'launch', 'scale', 'dominate'];
    const results = await Promise.allSettled(
      plans.map((productId) => user.api.createPaymentIntent({ productId })),
    );
    const intents = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const unique = [...new Map(intents.map((intent) => [intent.paymentIntentId, intent])).values()];
    const paid = await Promise.all(
      unique.map(({ clientSecret }) => system.local.browser.confirm(clientSecret, PAYS)),
    );
    expect(paid.filter(({ intentStatus }) => intentStatus === 'succeeded').length).toBeLessThanOrEqual(1);
    await system.billing.sweep();
    expect((await user.grants()).length).toBeLessThanOrEqual(1);
  });

  test('a subscriber cannot pay for another plan', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    await expect(user.api.createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(user.api.createSubscription({ productId: 'scale' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('saved cards', () => {
  test('a returning customer pays with the saved card', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    await user.api.cancelPlan();
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    const { paymentIntentId } = await user.api.createPaymentIntent({ productId: 'scale' });
    const [card] = (await user.api.paymentMethods({})).payment_methods;
    const confirmation = { paymentIntentId, paymentMethodId: card?.id ?? '' };
    expect(await user.api.confirmPayment(confirmation)).toEqual({
      success: true,
      requiresAction: false,
      error: null,
      paymentIntent: { id: paymentIntentId },
    });
    expect(await user.api.confirmPayment(confirmation)).toMatchObject({ success: true });
    expect(await user.api.createSubscriptionAfterPayment({ paymentIntentId })).toMatchObject({
      planId: 'scale',
      balance: 80_000,
    });
  });

  test('one request subscribes with the default card, or reports that authentication is required', async () => {
    const user = system.addUser();
    await expect(user.api.createSubscription({ productId: 'launch' })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
    await user.subscribe('launch', AUTHENTICATES);
    await user.api.cancelPlan();
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    await expect(user.api.createSubscription({ productId: 'launch' })).rejects.toMatchObject({
      message: 'Payment requires additional authentication. Please try again.',
    });
    const { clientSecret } = await user.api.beginCardSetup();
    await system.local.browser.confirm(clientSecret, PAYS);
    const added = (await user.api.paymentMethods({})).payment_methods.find(
      ({ card }) => card.last4 === '4242',
    );
    await user.api.updatePaymentMethod({ paymentMethodId: added?.id ?? '' });
    expect(await user.api.createSubscription({ productId: 'launch' })).toMatchObject({
      success: true,
      balance: 40_000,
    });
  });
});

describe('data of other users', () => {
  test('paths of another user are not found, and ids of another user in a body are forbidden', async () => {
    const [mine, theirs] = [system.addUser(), system.addUser()];
    const { paymentIntentId, customerId } = await theirs.pay('launch', PAYS);
    await theirs.api.createSubscriptionAfterPayment({ paymentIntentId });
    const [card] = (await theirs.api.paymentMethods({})).payment_methods;
    const open = await mine.api.createPaymentIntent({ productId: 'launch' });

    for (const id of [theirs.uid, customerId, 'cus_nobody']) {
      await expect(mine.api.subscription({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(mine.api.transactions({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(mine.api.subscriptionTransactions({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(mine.api.paymentMethods({ userId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(mine.api.defaultPaymentMethod({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const forbidden = { code: 'FORBIDDEN' };
    await expect(mine.api.createPaymentIntent({ productId: 'launch', customerId })).rejects.toMatchObject(
      forbidden,
    );
    await expect(mine.api.createSubscription({ productId: 'launch', customerId })).rejects.toMatchObject(
      forbidden,
    );
    await expect(mine.api.createSubscriptionAfterPayment({ paymentIntentId })).rejects.toMatchObject(
      forbidden,
    );
    await expect(
      mine.api.createSubscriptionAfterPayment({ paymentIntentId: 'pi_nothing' }),
    ).rejects.toMatchObject(forbidden);
    const withTheirPayment = { paymentIntentId, paymentMethodId: card?.id ?? '' };
    await expect(mine.api.confirmPayment(withTheirPayment)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const withTheirCard = { paymentIntentId: open.paymentIntentId, paymentMethodId: card?.id ?? '' };
    await expect(mine.api.confirmPayment(withTheirCard)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await mine.api.subscription({ id: open.customerId })).toMatchObject({ subscriptionId: null });
  });

  test('a payment cannot be confirmed without its client secret', async () => {
    const user = system.addUser();
    const { clientSecret } = await user.api.createPaymentIntent({ productId: 'launch' });
    const guess = `${clientSecret.split('_secret_')[0] ?? ''}_secret_guess`;
    expect(await system.local.browser.confirm(guess, PAYS)).toMatchObject({ status: 401 });
    expect(await user.balance()).toBe(0);
  });

  test('an unknown plan is refused naming the field', async () => {
    const user = system.addUser();
    await expect(user.api.createPaymentIntent({ productId: 'platinum' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { details: { fields: { productId: 'There is no such plan' } } },
    });
  });
});
