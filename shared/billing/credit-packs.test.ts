import { describe, expect, test } from 'vitest';
import { PLAN_LIST } from '#shared/plans.ts';
import { CREDIT_PACKS, creditsPrice, packFor } from './credit-packs.ts';

describe('credit packs', () => {
  test('cost what the same credits cost in each plan', () => {
    for (const { amount, benefits } of PLAN_LIST)
      expect(creditsPrice(benefits.assignedCredits)).toBe(amount * 100);
    for (const pack of CREDIT_PACKS) expect(Number.isSafeInteger(creditsPrice(pack))).toBe(true);
  });

  test.each([
    [1, 5_000],
    [5_000, 5_000],
    [5_001, 10_000],
    [50_000, 50_000],
    [50_001, 50_000],
  ])('for %i missing credits the pack of %i is proposed', (missing, pack) => {
    expect(packFor(missing)).toBe(pack);
  });
});
