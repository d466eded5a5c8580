import { describe, expect, test } from 'vitest';
import type { CreditCommand } from './commands.ts';
import type { HeldLot } from './held-lot.ts';
import { adjustBy, campaign, given, grantOf, purchaseOf, refundOf } from './testing/given.ts';

const { hold, deduct, release } = campaign('c1');
const ALLOWANCE = { price: 50, period: 'period-1', allowance: true };
const EXTRA = { price: 65, period: 'period-1', allowance: false };

describe('grant', () => {
  test('a grant adds the credits of the plan and opens its period', () => {
    const { balance, period } = given().when(grantOf('launch')).then({ type: 'grant', amount: 20_000 });
    expect(balance).toEqual({ available: 20_000, held: 0, debt: 0 });
    expect(period).toMatchObject({ id: 'period-1', plan: 'launch', reserved: 0, used: 0 });
  });

  test('a second grant rolls credits over and opens a period with a full allowance', () => {
    const { balance, period } = given(grantOf('launch'), hold(10))
      .when(grantOf('scale', 2))
      .then({ amount: 60_000 });
    expect(balance).toEqual({ available: 79_500, held: 500, debt: 0 });
    expect(period).toMatchObject({ id: 'period-2', plan: 'scale', reserved: 0 });
  });

  test('a late grant for an older invoice adds credits and keeps the period', () => {
    const { balance, period } = given(grantOf('scale', 2))
      .when(grantOf('launch', 1))
      .then({ amount: 20_000 });
    expect(balance.available).toBe(80_000);
    expect(period).toMatchObject({ id: 'period-2', plan: 'scale' });
  });

  test('a second grant with the same start does not change the period', () => {
    const again = { ...grantOf('dominate', 1), key: 'grant:invoice:other' };
    const { period } = given(grantOf('launch', 1), hold(3)).when(again).then({ amount: 100_000 });
    expect(period).toMatchObject({ plan: 'launch', reserved: 3 });
  });
});

describe('purchase', () => {
  test('bought credits roll over like granted ones and leave the period and its allowance as they are', () => {
    const { balance, period } = given(grantOf('launch'), hold(10))
      .when(purchaseOf(10_000))
      .then({ type: 'grant', amount: 10_000, source: { kind: 'purchase', id: 'in_bought_1' } });
    expect(balance).toEqual({ available: 29_500, held: 500, debt: 0 });
    expect(period).toMatchObject({ id: 'period-1', plan: 'launch', reserved: 10 });
  });

  test('bought credits pay a debt first', () => {
    const { balance } = given(grantOf('launch'), hold(400), refundOf(-20_000))
      .when(purchaseOf(25_000))
      .then({ amount: 25_000 });
    expect(balance).toEqual({ available: 5_000, held: 20_000, debt: 0 });
  });

  test('without a plan they wait for one', () => {
    const { balance, period } = given().when(purchaseOf(5_000)).then({ amount: 5_000 });
    expect(balance.available).toBe(5_000);
    expect(period).toBeNull();
    given(purchaseOf(5_000)).when(hold(1)).refused({ type: 'NoActivePlan' });
  });
});

describe('hold', () => {
  test('a hold takes the allowance first, then extra calls', () => {
    const {
      balance,
      period,
      hold: held,
    } = given(grantOf('launch'), grantOf('launch', 0))
      .when(hold(500))
      .then({
        type: 'hold',
        amount: 400 * 50 + 100 * 65,
        lots: [
          { ...ALLOWANCE, calls: 400 },
          { ...EXTRA, calls: 100 },
        ],
      });
    expect(balance).toEqual({ available: 13_500, held: 26_500, debt: 0 });
    expect(period).toMatchObject({ reserved: 400, used: 0 });
    expect(held).toHaveLength(2);
  });

  test('a hold is refused with the needed and the available credits', () => {
    given(grantOf('launch'))
      .when(hold(1_000))
      .refused({ type: 'InsufficientCredits', needed: 59_000, available: 20_000 });
  });

  test('a hold may take the last credit', () => {
    const { balance } = given(grantOf('launch')).when(hold(400)).then({ amount: 20_000 });
    expect(balance.available).toBe(0);
  });

  test('a hold is refused before the first grant', () => {
    given(adjustBy(1_000)).when(hold(1)).refused({ type: 'NoActivePlan' });
  });

  test('held calls count toward the allowance of the next hold', () => {
    const { hold: held } = given(grantOf('launch'), grantOf('launch', 0), hold(399))
      .when(hold(2, 2))
      .then({ amount: 50 + 65 });
    expect(held).toEqual([
      { ...ALLOWANCE, calls: 400 },
      { ...EXTRA, calls: 1 },
    ]);
  });

  test('without allowance left all calls are extra; used calls count as held ones do', () => {
    const { period } = given(grantOf('launch'), grantOf('launch', 0), hold(400), deduct(400))
      .when(hold(1, 2))
      .then({ amount: 65, lots: [{ ...EXTRA, calls: 1 }] });
    expect(period).toMatchObject({ reserved: 0, used: 400 });
  });

  test.each([{ cost: 500 }, { maxCost: 500 }, { maxCost: 501 }])(
    'a hold of 500 credits is made when %o was agreed',
    (agreed) => {
      given(grantOf('launch'))
        .when({ ...hold(10), ...agreed })
        .then({ amount: 500 });
    },
  );

  test.each([{ cost: 499 }, { cost: 501 }, { maxCost: 499 }, { cost: 500, maxCost: 499 }])(
    'a hold of 500 credits is refused when %o was agreed',
    (agreed) => {
      given(grantOf('launch'))
        .when({ ...hold(10), ...agreed })
        .refused({ type: 'CostChanged', cost: 500 });
    },
  );

  test('the plan Dominate charges 30, then 25 credits per call', () => {
    given(grantOf('dominate'), grantOf('dominate', 0))
      .when(hold(3_334))
      .then({ amount: 3_333 * 30 + 25 });
  });
});

describe('deduct', () => {
  const extraHeld = [grantOf('launch'), grantOf('launch', 0), hold(500)];

  test('a deduction takes allowance calls first at the held price, even after a plan change', () => {
    const { balance, period } = given(...extraHeld, grantOf('dominate', 2))
      .when(deduct(401))
      .then({ type: 'deduct', amount: 400 * 50 + 65 });
    expect(balance.held).toBe(99 * 65);
    expect(period).toMatchObject({ id: 'period-2', reserved: 0, used: 0 });
  });

  test('a deduction takes allowance calls before extra calls that were held earlier', () => {
    const { hold: held } = given(...extraHeld, grantOf('launch', 2), hold(10, 2))
      .when(deduct(410))
      .then({ type: 'deduct', amount: 410 * 50 });
    expect(held).toEqual([{ ...EXTRA, calls: 100 }]);
  });

  test('a deduction moves allowance calls from reserved to used in their period', () => {
    const { period } = given(...extraHeld)
      .when(deduct(9))
      .then({ amount: 450 });
    expect(period).toMatchObject({ reserved: 391, used: 9 });
  });

  test('a deduction is refused beyond the hold', () => {
    given(...extraHeld)
      .when(deduct(501))
      .refused({ type: 'ExceedsHold', requested: 501, held: 500 });
  });
});

describe('release', () => {
  const extraHeld = [grantOf('launch'), grantOf('launch', 0), hold(500)];

  test('a release returns the remaining credits, and unused allowance to its period', () => {
    const {
      balance,
      period,
      hold: held,
    } = given(...extraHeld, deduct(9))
      .when(release('rest'))
      .then({ type: 'release', amount: 391 * 50 + 100 * 65 });
    expect(balance).toEqual({ available: 40_000 - 450, held: 0, debt: 0 });
    expect(period).toMatchObject({ reserved: 0, used: 9 });
    expect(held).toEqual([]);
  });

  test('a partial release keeps the allowance for calls that may still be delivered', () => {
    const { hold: held } = given(...extraHeld)
      .when(release(491, 'deleted'))
      .then({ amount: 100 * 65 + 391 * 50 });
    expect(held).toEqual([{ ...ALLOWANCE, calls: 9 }]);
  });

  test('a partial release returns extra calls before allowance calls that were held later', () => {
    const { hold: held } = given(...extraHeld, grantOf('launch', 2), hold(10, 2))
      .when(release(100, 'deleted'))
      .then({ amount: 100 * 65 });
    expect(held).toEqual([
      { ...ALLOWANCE, calls: 400 },
      { ...ALLOWANCE, period: 'period-2', calls: 10 },
    ]);
  });

  test('a release returns no allowance to a later period', () => {
    const { period } = given(...extraHeld, grantOf('launch', 2))
      .when(release('rest'))
      .then({ type: 'release' });
    expect(period).toMatchObject({ id: 'period-2', reserved: 0, used: 0 });
  });

  test('a release of nothing is still an event, so that its key is taken', () => {
    given(grantOf('launch')).when(release('rest')).then({ type: 'release', amount: 0, lots: [] });
  });

  test('a release of named lots returns those, and is refused if they are not the calls or not held', () => {
    const [allowance, extra] = [
      { ...ALLOWANCE, calls: 3 },
      { ...EXTRA, calls: 2 },
    ];
    const named = (calls: number, lots: readonly HeldLot[]): CreditCommand => ({
      type: 'release',
      key: 'release:c1:1:deleted',
      campaignId: 'c1',
      reason: 'deleted',
      calls,
      lots,
    });
    const held = given(...extraHeld);
    held.when(named(5, [allowance, extra])).then({ amount: 280, lots: [allowance, extra] });
    for (const [calls, lots] of [
      [4, [allowance, extra]],
      [6, [allowance, extra]],
      [101, [{ ...EXTRA, calls: 101 }]],
      [2, [{ ...EXTRA, calls: 2, price: 64 }]],
    ] as const)
      held.when(named(calls, lots)).refused({ type: 'ExceedsHold', requested: calls, held: 500 });
  });

  test('a release is refused beyond the hold', () => {
    given(...extraHeld)
      .when(release(501))
      .refused({ type: 'ExceedsHold', requested: 501, held: 500 });
  });
});

describe('void-hold', () => {
  test('voiding a hold occupies its key with a release of zero', () => {
    const { balance } = given(grantOf('launch'))
      .when({ type: 'void-hold', key: 'hold:c1:1:1', campaignId: 'c1' })
      .then({ type: 'release', amount: 0, lots: [], campaignId: 'c1' });
    expect(balance.available).toBe(20_000);
  });
});

describe('adjust', () => {
  test('a correction adds credits or takes available ones', () => {
    given(grantOf('launch')).when(adjustBy(500)).then({ type: 'adjust', amount: 500 });
    const { balance } = given(grantOf('launch')).when(adjustBy(-20_000)).then({ amount: -20_000 });
    expect(balance).toEqual({ available: 0, held: 0, debt: 0 });
  });

  test('a correction is refused if it would take more than is available', () => {
    given(grantOf('launch'), hold(100))
      .when(adjustBy(-15_001))
      .refused({ type: 'InsufficientCredits', needed: 15_001, available: 15_000 });
  });

  test('a correction is refused beyond the available credits for any key', () => {
    given(grantOf('launch'), hold(100))
      .when(adjustBy(-15_001, 'adjust:refund:re_1'))
      .refused({ type: 'InsufficientCredits', needed: 15_001, available: 15_000 });
  });
});

describe('refund', () => {
  test('a refund takes the available credits and leaves the rest as debt', () => {
    const { balance } = given(grantOf('launch'), hold(100))
      .when(refundOf(-20_000))
      .then({ type: 'refund', amount: -20_000, source: { kind: 'refund', id: 're_1' } });
    expect(balance).toEqual({ available: 0, held: 5_000, debt: 5_000 });
  });

  test('a reversed refund pays the debt first', () => {
    const { balance } = given(grantOf('launch'), hold(100), refundOf(-20_000))
      .when(refundOf(20_000, 2))
      .then({ type: 'refund', amount: 20_000 });
    expect(balance).toEqual({ available: 15_000, held: 5_000, debt: 0 });
  });

  test('a refund does not change the billing period and its allowance', () => {
    const { period } = given(grantOf('launch'), hold(100)).when(refundOf(-20_000)).then({});
    expect(period).toMatchObject({ id: 'period-1', plan: 'launch', reserved: 100 });
  });

  describe('with a debt', () => {
    const indebted = [grantOf('launch'), hold(100), refundOf(-20_000)];

    test('a hold is refused while there is a debt', () => {
      given(...indebted)
        .when(hold(1, 2))
        .refused({ type: 'InDebt', debt: 5_000 });
    });

    test.each([
      ['grant', grantOf('launch', 2), { available: 15_000, held: 5_000, debt: 0 }],
      ['correction', adjustBy(4_000, 'adjust:2'), { available: 0, held: 5_000, debt: 1_000 }],
      ['release', release('rest'), { available: 0, held: 0, debt: 0 }],
    ])('a %s pays the debt first', (_, command, balance) => {
      expect(
        given(...indebted)
          .when(command)
          .then({}).balance,
      ).toEqual(balance);
    });
  });
});
