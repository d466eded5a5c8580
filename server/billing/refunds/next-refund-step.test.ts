import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentReversal } from '#server/providers/payments/port.ts';
import { reversedCredits, nextRefundStep, type GrantedInvoice, type RefundChange } from './next-refund-step.ts';

const INVOICE: GrantedInvoice = { number: 'HARK-0001', total: 0, granted: 20_000 };
const refund = (id: string, amount: number): PaymentReversal => ({
  kind: 'refund',
  id,
  amount,
  createdAt: new Date(0),
});

/** All steps from those so far to what is away now. */
function stepsTo(
  reversals: PaymentReversal[],
  paid = 20_000,
  invoice = INVOICE,
  before: RefundChange[] = [],
): RefundChange[] {
  const steps = [...before];
  for (;;) {
    const next = nextRefundStep(steps, { paid, reversals }, invoice);
    if (next === undefined) return steps;
    steps.push(next);
  }
}
const taken = (steps: RefundChange[]) => steps.reduce((sum, { credits }) => sum - credits, 0);

describe('credits follow money', () => {
  test('each refund is a step of its own, numbered, with what the user reads', () => {
    expect(stepsTo([refund('re_1', 5_000), refund('re_2', 1_050)])).toEqual([
      {
        n: 1,
        kind: 'refund',
        sourceId: 're_1',
        before: 0,
        after: 5_000,
        credits: -5_000,
        reason: 'Refund of $50 for invoice HARK-0001',
      },
      {
        n: 2,
        kind: 'refund',
        sourceId: 're_2',
        before: 0,
        after: 1_050,
        credits: -1_050,
        reason: 'Refund of $10.50 for invoice HARK-0001',
      },
    ]);
  });

  test('a refund that failed and a dispute that was won return what they took, and say so', () => {
    const dispute: PaymentReversal = { ...refund('dp_1', 15_000), kind: 'dispute' };
    const away = stepsTo([refund('re_1', 5_000), dispute]);
    const back = stepsTo([refund('re_1', 0), { ...dispute, amount: 0 }], 20_000, INVOICE, away).slice(2);
    expect(back.map(({ credits, reason }) => [credits, reason])).toEqual([
      [5_000, 'Refund of $50 failed for invoice HARK-0001'],
      [15_000, 'Dispute of $150 won for invoice HARK-0001'],
    ]);
    expect(away[1]?.reason).toBe('Dispute of $150 for invoice HARK-0001');
  });

  test('a return comes before what is newly taken', () => {
    const steps = stepsTo([refund('re_1', 20_000)]);
    const after = stepsTo([refund('re_2', 20_000), refund('re_1', 0)], 20_000, INVOICE, steps).slice(1);
    expect(after.map(({ sourceId, credits }) => [sourceId, credits])).toEqual([
      ['re_1', 20_000],
      ['re_2', -20_000],
    ]);
  });

  test('refund and dispute of one payment never take more than was granted', () => {
    const both = [refund('re_1', 20_000), { ...refund('dp_1', 20_000), kind: 'dispute' as const }];
    const steps = stepsTo(both);
    expect(steps.map(({ credits }) => credits)).toEqual([-20_000, 0]);
    const won = [refund('re_1', 20_000), { ...refund('dp_1', 0), kind: 'dispute' as const }];
    expect(taken(stepsTo(won, 20_000, INVOICE, steps))).toBe(20_000);
  });

  test('what the provider does not list at the moment is left as it was', () => {
    const steps = stepsTo([refund('re_1', 5_000)]);
    expect(nextRefundStep(steps, { paid: 20_000, reversals: [] }, INVOICE)).toBeUndefined();
  });

  test('in a payment of other cents than credits, thirds are rounded down and the last one takes the rest', () => {
    const thirds = [refund('re_1', 3_333), refund('re_2', 3_333), refund('re_3', 3_333)];
    expect(stepsTo(thirds, 9_999, { ...INVOICE, granted: 100 }).map(({ credits }) => credits)).toEqual([
      -33, -33, -34,
    ]);
  });
});

test('whatever happens in whatever order, what is taken is the exact share of the money that is away', () => {
  const amount = fc.integer({ min: 0, max: 30_000 });
  const change = fc.record({
    id: fc.constantFrom('re_1', 're_2', 're_3', 'dp_1', 'dp_2'),
    amount: fc.oneof(amount, fc.constant(0)),
  });
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 20 }),
      fc.integer({ min: 1, max: 30_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      (changes, paid, granted) => {
        const now = new Map<string, number>();
        let steps: RefundChange[] = [];
        for (const { id, amount: cents } of changes) {
          now.set(id, cents);
          const reversals = [...now].map(([one, away]) => refund(one, away));
          steps = stepsTo(reversals, paid, { ...INVOICE, granted }, steps);
          const away = [...now.values()].reduce((sum, one) => sum + one, 0);
          expect(taken(steps)).toBe(away >= paid ? granted : Math.floor((granted * away) / paid));
          expect(taken(steps)).toBeGreaterThanOrEqual(0);
          expect(taken(steps)).toBeLessThanOrEqual(granted);
        }
      },
    ),
  );
});

test('a full refund takes exactly the grant, and no money away takes nothing', () => {
  expect([reversedCredits(100_000, 99_999, 99_999), reversedCredits(7, 3, 0)]).toEqual([100_000, 0]);
});
