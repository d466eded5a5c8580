import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideAutoPurchase, monthOf, type AutoPurchaseFacts } from './decide-auto-purchase.ts';

const LOW: AutoPurchaseFacts = {
  available: 1_999,
  threshold: 2_000,
  bought: 2,
  maxPerMonth: 3,
  plan: 'renews',
  closing: false,
  suspended: false,
  disputed: false,
  refunded: false,
  sold: true,
};

test.each<[string, Partial<AutoPurchaseFacts>, unknown]>([
  ['fewer credits than the threshold', {}, { kind: 'order' }],
  ['no credits', { available: 0 }, { kind: 'order' }],
  ['as many as the threshold', { available: 2_000 }, { kind: 'nothing' }],
  ['the limit of the month reached', { bought: 3 }, { kind: 'nothing' }],
  ['a limit that was lowered', { bought: 9 }, { kind: 'nothing' }],
  ['an unpaid renewal', { plan: 'past_due' }, { kind: 'nothing' }],
  ['a cancelled plan', { plan: 'ends' }, { kind: 'stop', reason: 'plan_ends' }],
  [
    'a cancelled plan, with credits',
    { plan: 'ends', available: 9_000 },
    { kind: 'stop', reason: 'plan_ends' },
  ],
  ['a dispute', { disputed: true }, { kind: 'stop', reason: 'disputed' }],
  ['a refund', { refunded: true }, { kind: 'stop', reason: 'refunded' }],
  ['a pack that is no longer sold', { sold: false }, { kind: 'stop', reason: 'pack_ended' }],
  ['an account that is being closed', { closing: true, plan: 'ends' }, { kind: 'nothing' }],
  ['an account that is suspended', { suspended: true, plan: 'ends' }, { kind: 'nothing' }],
])('with %s', (_, facts, decision) => {
  expect(decideAutoPurchase({ ...LOW, ...facts })).toEqual(decision);
});

const credits = fc.integer({ min: 0, max: 20_000 });
const anyFacts: fc.Arbitrary<AutoPurchaseFacts> = fc.record({
  available: credits,
  threshold: credits,
  bought: fc.integer({ min: 0, max: 12 }),
  maxPerMonth: fc.integer({ min: 1, max: 10 }),
  plan: fc.constantFrom('renews', 'past_due', 'ends'),
  closing: fc.boolean(),
  suspended: fc.boolean(),
  disputed: fc.boolean(),
  refunded: fc.boolean(),
  sold: fc.boolean(),
});

test('nothing is ordered unless everything allows it', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const allowed =
        facts.available < facts.threshold &&
        facts.bought < facts.maxPerMonth &&
        facts.plan === 'renews' &&
        !facts.closing &&
        !facts.suspended &&
        !facts.disputed &&
        !facts.refunded &&
        facts.sold;
      expect(decideAutoPurchase(facts).kind === 'order').toBe(allowed);
    }),
  );
});

test('whatever is spent, a month has at most its packs, and each brings the credits up while it may', () => {
  const spending = fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(spending, fc.integer({ min: 1, max: 10 }), (amounts, maxPerMonth) => {
      let [available, bought] = [5_000, 0];
      for (const amount of amounts) {
        available = Math.max(0, available - amount);
        while (decideAutoPurchase({ ...LOW, available, bought, maxPerMonth }).kind === 'order')
          [available, bought] = [available + 5_000, bought + 1];
        expect(bought).toBeLessThanOrEqual(maxPerMonth);
        expect(available >= LOW.threshold || bought === maxPerMonth).toBe(true);
      }
    }),
  );
});

test('a month is one of UTC', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  expect(monthOf(new Date('2026-12-01T00:00:00Z'))).toBe('2026-12');
});
