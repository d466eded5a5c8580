import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { AUTHENTICATES, DISPUTED, PAYS, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type Overrides,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { MAX_PURCHASES_PER_DAY } from './purchase-limit-store.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

async function subscriber(card = PAYS): Promise<TestUser> {
  const user = system.addUser();
  await user.subscribe('launch', card);
  return user;
}

/** The invoices for credits at the payment provider, by their status. */
async function purchasesOf(user: TestUser): Promise<string[]> {
  const stored = JSON.parse(await system.stored(user.uid)) as { _id: string; reason?: string }[][];
  const bought = stored.flat().filter(({ reason }) => reason === 'credits');
  const invoices = await Promise.all(bought.map(({ _id }) => system.local.gateway.invoice(_id)));
  return invoices.map((invoice) => invoice?.status ?? 'gone').sort();
}

async function expectBought(user: TestUser, credits: number, times = 1): Promise<void> {
  expect(await user.balance()).toBe(20_000 + credits * times);
  expect(await user.grants()).toHaveLength(1 + times);
  expect(await user.differences()).toEqual([]);
}

describe('credits bought with a saved card', () => {
  test('are charged and granted once for a key, in whatever processes it is sent at once', async () => {
    const user = await subscriber();
    const { billing: other } = await system.otherProcess();
    const key = newId();
    const buy = (billing = system.billing) => user.apiOf(billing, key).buyCredits({ credits: 10_000 });
    const results = await Promise.allSettled([buy(), buy(), buy(other)]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await buy()).toMatchObject({
      success: true,
      payment: 'paid',
      clientSecret: null,
      balance: 30_000,
    });
    await system.billing.sweep();
    await expectBought(user, 10_000);
    expect(await purchasesOf(user)).toEqual(['paid']);
    const { transactions } = await user.api.transactions({});
    const bought = transactions.find(({ plan_name }) => plan_name === '10,000 credits');
    expect(bought).toMatchObject({ amount: 100, status: 'paid' });
    expect(bought?.receipt_url).toContain('/invoices/');
  });

  test('as packs are charged and granted once for a key, and its response names their invoice', async () => {
    const user = await subscriber();
    const key = newId();
    const buy = () => user.apiOf(system.billing, key).buyPacks({ packs: 2 });
    const bought = await buy();
    expect(bought).toMatchObject({ success: true, credits: 20_000, balance: 40_000 });
    await expect(buy()).resolves.toEqual(bought);
    await expectBought(user, 20_000);
    const { transactions } = await user.api.transactions({});
    expect(transactions.map(({ invoice_id: id, amount }) => [id, amount])).toContainEqual([
      bought.invoice_id,
      200,
    ]);
    await expect(user.apiOf(system.billing, key).buyPacks({ packs: 1 })).rejects.toMatchObject({
      cause: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  test.each([
    ['a declined card', SAVES_ONLY, /declined/],
    ['a card whose bank asks', AUTHENTICATES, /bank asks/],
  ])('as packs with %s are refused, and cost nothing', async (_, card, message) => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(card);
    const key = newId();
    const buy = () => user.apiOf(system.billing, key).buyPacks({ packs: 1, paymentMethodId });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(buy()).rejects.toMatchObject({ cause: { code: 'PAYMENT_REQUIRED' }, message });
    expect(await purchasesOf(user)).toEqual(['void']);
    await expectBought(user, 0, 0);
  });

  test.each([0, 6, 1.5, -1, '1', null])('as %j packs are invalid', async (packs) => {
    const user = await subscriber();
    await expect(user.api.buyPacks({ packs: packs as number })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('as packs need a plan', async () => {
    const user = system.addUser();
    await expect(user.api.buyPacks({ packs: 1 })).rejects.toMatchObject({
      cause: { code: 'SUBSCRIPTION_REQUIRED' },
    });
  });

  test('are told by mail, with a receipt', async () => {
    const user = await subscriber();
    await user.api.buyCredits({ credits: 5_000 });
    await system.billing.sendMails();
    const mail = system.mails.find(({ to, subject }) => to === user.email && subject.includes('5,000'));
    expect(mail?.subject).toBe('We added 5,000 credits');
    expect(mail?.text).toContain('your payment of $50 ');
  });

  test('that are declined cost nothing, and leave no invoice that can be paid', async () => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(SAVES_ONLY);
    const declined = await user.api.buyCredits({ credits: 5_000, paymentMethodId });
    expect(declined).toMatchObject({ success: false, payment: 'declined', balance: 20_000 });
    expect(declined.error).toMatch(/declined/);
    expect(await purchasesOf(user)).toEqual(['void']);
    expect((await user.api.transactions({})).transactions).toHaveLength(1);
    await expectBought(user, 0, 0);
  });

  test.each([
    ['passed', true],
    ['failed', false],
  ])('wait for the question of the bank, which is %s', async (_, passed) => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(AUTHENTICATES);
    const asked = await user.api.buyCredits({ credits: 5_000, paymentMethodId });
    expect(asked).toMatchObject({ success: false, payment: 'requires_action' });
    const { clientSecret, paymentIntentId } = asked;
    const finish = () => user.api.finishPurchase({ paymentIntentId: paymentIntentId ?? '' });
    await expect(finish()).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    await system.local.browser.authenticate(clientSecret ?? '', passed);
    if (passed) {
      expect(await finish()).toEqual({ success: true, balance: 25_000 });
      expect(await finish()).toEqual({ success: true, balance: 25_000 });
      return expectBought(user, 5_000);
    }
    await expect(finish()).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    return expectBought(user, 0, 0);
  });

  test('are granted by the event if the browser never comes back from the bank', async () => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(AUTHENTICATES);
    const { clientSecret } = await user.api.buyCredits({ credits: 25_000, paymentMethodId });
    await system.local.browser.authenticate(clientSecret ?? '', true);
    await system.billing.sweep();
    await system.billing.sweep();
    await expectBought(user, 25_000);
  });

  test('that nobody paid for are void at the next purchase, an hour later', async () => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(AUTHENTICATES);
    await user.api.buyCredits({ credits: 25_000, paymentMethodId });
    await user.api.buyCredits({ credits: 5_000 });
    expect(await purchasesOf(user)).toEqual(['open', 'paid']);
    const { billing } = await system.otherProcess({ clock: { now: () => new Date(Date.now() + 3_700_000) } });
    await user.apiOf(billing).buyCredits({ credits: 5_000 });
    expect(await purchasesOf(user)).toEqual(['paid', 'paid', 'void']);
    await expectBought(user, 5_000, 2);
  });
});

describe('a process that dies while credits are bought', () => {
  const points: [string, (real: BillingHarness) => Overrides][] = [
    ...(['before', 'after'] as const).flatMap((when): [string, () => Overrides][] => [
      [
        `${when} the invoice is made`,
        () => ({ gateway: (real) => ({ openPurchase: failingOnce(real.openPurchase, when) }) }),
      ],
      [
        `${when} the card is charged`,
        () => ({ gateway: (real) => ({ payInvoice: failingOnce(real.payInvoice, when) }) }),
      ],
      [
        `${when} the credits are granted`,
        () => ({ ledger: (real) => ({ execute: failingOnce(real.execute, when) }) }),
      ],
    ]),
  ];
  test.each(points)('%s leaves one charge and one grant, repeated or not', async (_, overrides) => {
    for (const repeats of [true, false]) {
      const user = await subscriber();
      const key = newId();
      const { billing } = await system.otherProcess(overrides(system));
      await expect(user.apiOf(billing, key).buyCredits({ credits: 5_000 })).rejects.toThrow();
      if (repeats)
        expect(await user.apiOf(system.billing, key).buyCredits({ credits: 5_000 })).toMatchObject({
          payment: 'paid',
        });
      await system.billing.sweep();
      const paid = (await purchasesOf(user)).filter((status) => status === 'paid').length;
      if (repeats) expect(paid).toBe(1);
      await expectBought(user, 5_000, paid);
    }
  });
});

describe('bought credits', () => {
  test('go with their refund and their dispute, in the same share', async () => {
    const user = await subscriber();
    await user.api.buyCredits({ credits: 10_000 });
    const { transactions } = await user.api.transactions({});
    const { invoice_id: invoiceId } = transactions.find(({ amount }) => amount === 100) ?? expect.fail();
    await system.local.dashboard.refund(invoiceId, 2_500);
    await system.billing.sweep();
    expect(await user.balance()).toBe(27_500);
    await system.local.dashboard.refund(invoiceId);
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);

    const disputed = await user.addCard(DISPUTED);
    await user.api.buyCredits({ credits: 5_000, paymentMethodId: disputed });
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test('that wait for the bank are void once the account is closed', async () => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(AUTHENTICATES);
    await user.api.buyCredits({ credits: 5_000, paymentMethodId });
    system.markClosing(user.uid);
    await eraseFrom(system.billing, user);
    expect(await purchasesOf(user)).toEqual(['void']);
  });

  test('are refunded where they are paid while the account is being closed', async () => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(AUTHENTICATES);
    const { clientSecret, paymentIntentId } = await user.api.buyCredits({ credits: 5_000, paymentMethodId });
    system.markClosing(user.uid);
    await system.local.browser.authenticate(clientSecret ?? '', true);
    system.eraseUser(user.uid);
    await eraseFrom(system.billing, user);
    await system.billing.sweep();
    expect(await system.local.refunded(paymentIntentId ?? '')).toBe(5_000);
    expect(await user.grants()).toHaveLength(1);
    expect(await user.differences()).toEqual([]);
  });

  test('are those of the invoice, and none where it has another price', async () => {
    const user = await subscriber();
    const cheap = await system.otherProcess({
      gateway: (real) => ({ openPurchase: (request) => real.openPurchase({ ...request, cents: 1 }) }),
    });
    await user.apiOf(cheap.billing).buyCredits({ credits: 50_000 });
    await system.billing.sweep();
    await expectBought(user, 0, 0);
  });

  test('are no plan', async () => {
    const user = await subscriber();
    const paymentMethodId = await user.addCard(AUTHENTICATES);
    const { clientSecret, paymentIntentId } = await user.api.buyCredits({ credits: 5_000, paymentMethodId });
    await system.local.browser.authenticate(clientSecret ?? '', true);
    const asPlan = { paymentIntentId: paymentIntentId ?? '' };
    await expect(user.api.createSubscriptionAfterPayment(asPlan)).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
    await expectBought(user, 5_000);
  });
});

describe('nobody buys credits', () => {
  test('without a plan, while its renewal is unpaid, or without a card of their own', async () => {
    const [without, overdue, other] = [system.addUser(), await subscriber(AUTHENTICATES), await subscriber()];
    await expect(without.api.buyCredits({ credits: 5_000 })).rejects.toMatchObject({
      message: 'Subscription Required',
    });
    await system.local.advance(overdue.email, 32);
    await system.billing.sweep();
    await expect(overdue.api.buyCredits({ credits: 5_000 })).rejects.toMatchObject({
      message: 'Your last payment failed. Please update your card.',
    });
    const foreign = await (await subscriber()).addCard(PAYS);
    await expect(other.api.buyCredits({ credits: 5_000, paymentMethodId: foreign })).rejects.toMatchObject({
      message: 'No such card',
    });
    await expect(other.api.buyCredits({ credits: 7 as never })).rejects.toThrow('Choose one of the packs');
    expect(await purchasesOf(other)).toEqual([]);
  });

  test('for the payment of another', async () => {
    const [user, other] = [await subscriber(), await subscriber()];
    const paymentMethodId = await user.addCard(AUTHENTICATES);
    const { paymentIntentId } = await user.api.buyCredits({ credits: 5_000, paymentMethodId });
    await expect(other.api.finishPurchase({ paymentIntentId: paymentIntentId ?? '' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  // Orders 25 times at once.
  test(
    'more often than some times a day, whatever is sent at once and to whatever process',
    { timeout: 90_000 },
    async () => {
      const user = await subscriber();
      const paymentMethodId = await user.addCard(SAVES_ONLY);
      const { billing: other } = await system.otherProcess();
      const results = await Promise.allSettled(
        Array.from({ length: MAX_PURCHASES_PER_DAY + 5 }, (_, n) =>
          (n % 2 === 0 ? user.api : user.apiOf(other)).buyCredits({ credits: 5_000, paymentMethodId }),
        ),
      );
      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as unknown] : [],
      );
      expect(refused).toHaveLength(5);
      for (const reason of refused) expect(reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(await purchasesOf(user)).toHaveLength(MAX_PURCHASES_PER_DAY);
    },
  );
});

test('a card that was declined before pays a new purchase once it is replaced', async () => {
  const user = await subscriber();
  const key = newId();
  const api = user.apiOf(system.billing, key);
  const paymentMethodId = await user.addCard(SAVES_ONLY);
  expect(await api.buyCredits({ credits: 5_000, paymentMethodId })).toMatchObject({ payment: 'declined' });
  expect(await user.api.buyCredits({ credits: 5_000 })).toMatchObject({ payment: 'paid' });
  await expectBought(user, 5_000);
});
