import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentReversal } from '#server/providers/payments/port.ts';
import {
  reversedCredits,
  nextRefundStep,
  type GrantedInvoice,
  type RefundChange,
} from './next-refund-step.ts';

const INVOICE: GrantedInvoice = { number: 'HARK-0001', total: 0, granted: 20_000 };
const refund = (id: string, amount: number): PaymentReversal => ({
  kind: 'refund',
  id,
  amount,
  initial: amount,
  createdAt: new Date(0),
});

/** Applies `nextRefundStep` until the steps match the reversals. */
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
const removed = (steps: RefundChange[]) => steps.reduce((sum, { credits }) => sum - credits, 0);

describe('refund steps', () => {
  test('each refund is one numbered step with a reason', () => {
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

  test('a failed refund and a won dispute return their credits', () => {
    const dispute: PaymentReversal = { ...refund('dp_1', 15_000), kind: 'dispute' };
    const reversed = stepsTo([refund('re_1', 5_000), dispute]);
    const back = stepsTo([refund('re_1', 0), { ...dispute, amount: 0 }], 20_000, INVOICE, reversed).slice(2);
    expect(back.map(({ credits, reason }) => [credits, reason])).toEqual([
      [5_000, 'Refund of $50 failed for invoice HARK-0001'],
      [15_000, 'Dispute of $150 won for invoice HARK-0001'],
    ]);
    expect(reversed[1]?.reason).toBe('Dispute of $150 for invoice HARK-0001');
  });

  test('returns come before new reversals', () => {
    const steps = stepsTo([refund('re_1', 20_000)]);
    const after = stepsTo([refund('re_2', 20_000), refund('re_1', 0)], 20_000, INVOICE, steps).slice(1);
    expect(after.map(({ sourceId, credits }) => [sourceId, credits])).toEqual([
      ['re_1', 20_000],
      ['re_2', -20_000],
    ]);
  });

  test('a refund and a dispute of one payment never remove more than was granted', () => {
    const both = [refund('re_1', 20_000), { ...refund('dp_1', 20_000), kind: 'dispute' as const }];
    const steps = stepsTo(both);
    expect(steps.map(({ credits }) => credits)).toEqual([-20_000, 0]);
    const won = [refund('re_1', 20_000), { ...refund('dp_1', 0), kind: 'dispute' as const }];
    expect(removed(stepsTo(won, 20_000, INVOICE, steps))).toBe(20_000);
  });

  test('a reversal that the provider no longer lists is kept', () => {
    const steps = stepsTo([refund('re_1', 5_000)]);
    expect(nextRefundStep(steps, { paid: 20_000, reversals: [] }, INVOICE)).toBeUndefined();
  });

  test('partial refunds are rounded down and the last one removes the rest', () => {
    const thirds = [refund('re_1', 3_333), refund('re_2', 3_333), refund('re_3', 3_333)];
    expect(stepsTo(thirds, 9_999, { ...INVOICE, granted: 100 }).map(({ credits }) => credits)).toEqual([
      -33, -33, -34,
    ]);
  });
});

test('after any changes in any order the removed credits are the exact share of the reversed amount', () => {
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
          const reversals = [...now].map(([one, reversed]) => refund(one, reversed));
          steps = stepsTo(reversals, paid, { ...INVOICE, granted }, steps);
          const reversed = [...now.values()].reduce((sum, one) => sum + one, 0);
          expect(removed(steps)).toBe(reversed >= paid ? granted : Math.floor((granted * reversed) / paid));
          expect(removed(steps)).toBeGreaterThanOrEqual(0);
          expect(removed(steps)).toBeLessThanOrEqual(granted);
        }
      },
    ),
  );
});

test('a full refund removes exactly the grant, and no reversal removes nothing', () => {
  expect([reversedCredits(100_000, 99_999, 99_999), reversedCredits(7, 3, 0)]).toEqual([100_000, 0]);
});
