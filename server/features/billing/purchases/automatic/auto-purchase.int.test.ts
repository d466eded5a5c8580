import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { AUTHENTICATES, DISPUTED, PAYS, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import { createAutomaticPurchases, LATER } from '#server/features/billing/testing/automatic-purchases.ts';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { MAX_PURCHASES_PER_DAY } from '#server/features/billing/purchases/purchase-limit-store.ts';
import { eraseFrom } from '#server/testing/system/erase-from.ts';

let system: BillingHarness;
let automatic: ReturnType<typeof createAutomaticPurchases>;
beforeAll(async () => {
  system = await startBilling();
  automatic = createAutomaticPurchases(system);
});
afterAll(() => system.stop());

const STOPPED = 'Automatic purchase of credits is off';
const NEXT_MONTH = { clock: { now: () => new Date(Date.now() + 31 * DAY_MS) } };

describe('a pack is bought', () => {
  test('once the credits are below the threshold, by one of two workers, with a receipt', async () => {
    const user = await automatic.buyer();
    await user.spend(5_000);
    await automatic.runTwice();
    await automatic.expectBought(user, 0);
    await user.spend(1);
    await automatic.runTwice();
    await automatic.runTwice();
    await automatic.expectBought(user, 1);
    expect(await user.balance()).toBe(19_999);
    expect(await automatic.mailsTo(user)).toEqual(['We added 5,000 credits']);
    expect(await user.api.autoPurchase()).toMatchObject({ on: true, stopped: null });
  });

  test('for credits on hold, and not once they are released', async () => {
    const [holding, released] = [await automatic.buyer(), await automatic.buyer()];
    for (const user of [holding, released]) {
      const hold = { type: 'hold', key: `hold:${user.uid}:1:new`, campaignId: user.uid, calls: 120 } as const;
      expect(await user.execute(hold)).toMatchObject({ ok: true });
    }
    expect(await released.balance()).toBeLessThan(15_000);
    const release = { type: 'release', key: `release:${released.uid}:1:undone`, calls: 'rest' } as const;
    const undone = { ...release, campaignId: released.uid, reason: 'undone' };
    expect(await released.execute(undone)).toMatchObject({ ok: true });
    await automatic.runTwice();
    await automatic.expectBought(holding, 1);
    await automatic.expectBought(released, 0);
  });

  test('as often as the month allows, and again in the next', async () => {
    const user = await automatic.buyer(PAYS, { max_per_month: 2 });
    await user.spend(18_000);
    for (let round = 0; round < 4; round += 1) await automatic.runTwice();
    await automatic.expectBought(user, 2);
    expect(await user.balance()).toBe(12_000);
    await automatic.runTwice(NEXT_MONTH);
    expect(await user.balance()).toBe(17_000);
  });

  test('after an outage of the payment provider, and then once', async () => {
    const user = await automatic.buyer();
    await user.spend(6_000);
    const { billing } = await system.otherProcess({
      gateway: (real) => ({ openPurchase: failingOnce(real.openPurchase, 'after') }),
    });
    await billing.buyAutomatically();
    await automatic.runTwice();
    expect(await user.grants()).toHaveLength(1);
    await automatic.runTwice(LATER);
    await automatic.expectBought(user, 1);
    expect(await automatic.mailsTo(user)).toEqual(['We added 5,000 credits']);
  });

  test('within the purchases of a day, and later without a mail', async () => {
    const user = await automatic.buyer();
    await user.spend(6_000);
    const counts = system.local.stripe.models[0].db.collection('purchase_counts');
    const key = `purchase:${user.uid}`;
    await counts.insertOne({ key, points: MAX_PURCHASES_PER_DAY, expire: new Date(Date.now() + DAY_MS) });
    await automatic.runTwice();
    await automatic.expectBought(user, 0);
    await counts.deleteOne({ key });
    await automatic.runTwice();
    await automatic.expectBought(user, 1);
    expect(await automatic.mailsTo(user)).toEqual(['We added 5,000 credits']);
  });
});

describe('it is turned off, with one mail that says why, for', () => {
  test.each([
    ['a declined card', SAVES_ONLY, 'declined', 'Your card was declined'],
    ['a bank that asks', AUTHENTICATES, 'authentication', 'Your bank asked you to confirm'],
  ])('%s, and on again with another card', async (_, card, stopped, text) => {
    const user = await automatic.buyer(card);
    await user.spend(6_000);
    for (let round = 0; round < 3; round += 1) await automatic.runTwice();
    await automatic.expectBought(user, 0);
    expect(await automatic.purchasesOf(user)).toEqual(['void']);
    expect(await automatic.mailsTo(user)).toEqual([STOPPED]);
    expect(system.mails.find(({ to, subject }) => to === user.email && subject === STOPPED)?.text).toContain(
      text,
    );
    const { settings, ...state } = await user.api.autoPurchase();
    expect(state).toEqual({ on: false, bought: 0, stopped });
    const { payment_methods } = await user.api.paymentMethods({});
    const good = payment_methods.find(({ id }) => id !== settings?.paymentMethodId);
    const again = { ...(settings ?? expect.fail()), paymentMethodId: good?.id ?? expect.fail() };
    expect(await user.api.turnOnAutoPurchase(again)).toEqual({
      on: true,
      settings: again,
      bought: 0,
      stopped: null,
    });
    await automatic.runTwice();
    await automatic.expectBought(user, 1);
  });

  test('a card that was removed', async () => {
    const user = await automatic.buyer(SAVES_ONLY);
    const { settings } = await user.api.autoPurchase();
    await user.api.removePaymentMethod({ paymentMethodId: settings?.paymentMethodId ?? '' });
    await user.spend(6_000);
    await automatic.runTwice();
    expect(await user.api.autoPurchase()).toMatchObject({ on: false, stopped: 'card_removed' });
    expect(await automatic.mailsTo(user)).toEqual([STOPPED]);
    expect(await automatic.purchasesOf(user)).toEqual([]);
  });

  test('a plan that was cancelled, whatever credits are left', async () => {
    const user = await automatic.buyer();
    await user.api.cancelPlan();
    for (let round = 0; round < 2; round += 1) await automatic.runTwice();
    expect(await user.api.autoPurchase()).toMatchObject({ on: false, stopped: 'plan_ends' });
    expect(await automatic.mailsTo(user)).toEqual([STOPPED]);
    const { settings } = await user.api.autoPurchase();
    await expect(user.api.turnOnAutoPurchase(settings ?? expect.fail())).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('a disputed payment', async () => {
    const user = await automatic.buyer();
    const disputed = await user.addCard(DISPUTED);
    await user.api.buyCredits({ credits: 5_000, paymentMethodId: disputed });
    await system.billing.sweep();
    await user.spend(6_000);
    await automatic.runTwice();
    expect(await user.api.autoPurchase()).toMatchObject({ on: false, stopped: 'disputed', bought: 0 });
    const { settings } = await user.api.autoPurchase();
    await expect(user.api.turnOnAutoPurchase(settings ?? expect.fail())).rejects.toThrow('disputed');
  });
});

describe('nothing is bought', () => {
  test('while a renewal is unpaid', async () => {
    const user = system.addUser();
    await user.subscribe('launch', AUTHENTICATES);
    const paymentMethodId = await user.addCard(PAYS);
    const settings = { threshold: 15_000, credits: 5_000, max_per_month: 3, paymentMethodId } as const;
    await user.api.turnOnAutoPurchase(settings);
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    await user.spend(6_000);
    await automatic.runTwice();
    await automatic.expectBought(user, 0);
    expect(await user.api.autoPurchase()).toMatchObject({ on: true });
    await expect(user.api.turnOnAutoPurchase(settings)).rejects.toMatchObject({
      cause: { code: 'PAYMENT_OVERDUE' },
    });
  });

  test('once it is turned off, and its settings stay', async () => {
    const user = await automatic.buyer();
    const { settings } = await user.api.autoPurchase();
    expect(await user.api.turnOffAutoPurchase()).toEqual({ on: false, settings, bought: 0, stopped: null });
    await user.spend(6_000);
    await automatic.runTwice();
    await automatic.expectBought(user, 0);
  });

  test('for an account that is being closed, whose setting is erased', async () => {
    const user = await automatic.buyer();
    await user.spend(6_000);
    system.markClosing(user.uid);
    await automatic.runTwice();
    expect(await automatic.purchasesOf(user)).toEqual([]);
    await eraseFrom(system.billing, user);
    expect(await user.api.autoPurchase()).toEqual({ on: false, settings: null, bought: 0, stopped: null });
  });

  test('for an account that is suspended, until it is released', async () => {
    const user = await automatic.buyer();
    await user.spend(6_000);
    let suspendedAt: Date | undefined = new Date();
    const { billing } = await system.otherProcess({
      users: (real) => ({
        byUid: async (uid) => {
          const found = await real.byUid(uid);
          return found && { ...found, suspendedAt };
        },
      }),
    });
    await billing.buyAutomatically({ all: true });
    await automatic.expectBought(user, 0);
    suspendedAt = undefined;
    await billing.buyAutomatically({ all: true });
    await automatic.expectBought(user, 1);
  });

  test('without a plan, with the card of another, or with settings that are none', async () => {
    const [without, user, other] = [system.addUser(), await automatic.buyer(), await automatic.buyer()];
    const of = async (owner: typeof user) => (await owner.api.autoPurchase()).settings ?? expect.fail();
    const foreign = await of(other);
    await expect(without.api.turnOnAutoPurchase(foreign)).rejects.toThrow('Subscription Required');
    await expect(user.api.turnOnAutoPurchase(foreign)).rejects.toThrow('No such card');
    const own = await of(user);
    for (const wrong of [
      { threshold: 0 },
      { credits: 7 },
      { max_per_month: 0 },
      { max_per_month: 11 },
      { paymentMethodId: '' },
      { extra: 1 },
    ])
      await expect(user.api.turnOnAutoPurchase({ ...own, ...wrong } as never)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    expect(await of(user)).toEqual(own);
  });
});
