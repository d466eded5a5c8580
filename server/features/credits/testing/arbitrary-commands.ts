import fc from 'fast-check';
import { PLAN_IDS } from '#shared/plans.ts';
import type { CreditCommand } from '../commands.ts';

const CAMPAIGNS = ['c1', 'c2', 'c3'];
const MONTHS = 4;

const n = fc.nat({ max: 6 });
const campaignId = fc.constantFrom(...CAMPAIGNS);
/** Mostly small; sometimes enough to use up an allowance. */
const calls = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
  fc.integer({ min: 1, max: 2_000 }),
);

const grant = fc
  .record({ plan: fc.constantFrom(...PLAN_IDS), month: fc.nat({ max: MONTHS - 1 }), n })
  .map(({ plan, month, n: id }): CreditCommand => ({
    type: 'grant',
    key: `grant:invoice:in_${String(month)}_${String(id)}`,
    plan,
    source: { kind: 'invoice', id: `in_${String(month)}_${String(id)}` },
    period: { id: `month-${String(month)}`, start: new Date(Date.UTC(2026, month, 1)) },
  }));
const purchase = fc.record({ credits: fc.integer({ min: 1, max: 50_000 }), n }).map((one): CreditCommand => ({
  type: 'purchase',
  key: `grant:invoice:bought_${String(one.n)}`,
  credits: one.credits,
  source: { kind: 'purchase', id: `bought_${String(one.n)}` },
}));
const hold = fc.record({ campaignId, calls, n }).map((one): CreditCommand => ({
  type: 'hold',
  key: `hold:${one.campaignId}:1:${String(one.n)}`,
  campaignId: one.campaignId,
  calls: one.calls,
}));
const voidHold = fc.record({ campaignId, n }).map((one): CreditCommand => ({
  type: 'void-hold',
  key: `hold:${one.campaignId}:1:${String(one.n)}`,
  campaignId: one.campaignId,
}));
const deduct = fc.record({ campaignId, calls, n }).map((one): CreditCommand => ({
  type: 'deduct',
  key: `deduct:${one.campaignId}:${String(one.n)}`,
  campaignId: one.campaignId,
  calls: one.calls,
}));
const release = fc
  .record({ campaignId, calls: fc.oneof(calls, fc.constant('rest' as const)), n })
  .map((one): CreditCommand => ({
    type: 'release',
    key: `release:${one.campaignId}:1:${String(one.n)}`,
    campaignId: one.campaignId,
    calls: one.calls,
    reason: 'finished',
  }));
const signed = fc.integer({ min: -60_000, max: 20_000 }).map((amount) => (amount === 0 ? 1 : amount));
const adjust = fc.record({ amount: signed, n }).map((one): CreditCommand => ({
  type: 'adjust',
  key: `adjust:${String(one.n)}`,
  amount: one.amount,
  reason: 'because',
}));
const refund = fc
  .record({ amount: signed, kind: fc.constantFrom('refund', 'dispute'), n })
  .map((one): CreditCommand => ({
    type: 'refund',
    key: `refund:in_1:${String(one.n)}`,
    amount: one.amount,
    source: { kind: one.kind, id: `re_${String(one.n)}` },
    reason: 'because',
  }));

/** Any command on a stream of three campaigns and four months; keys are few, so that they repeat. */
export const anyCommand: fc.Arbitrary<CreditCommand> = fc.oneof(
  { weight: 2, arbitrary: grant },
  { weight: 1, arbitrary: purchase },
  { weight: 4, arbitrary: hold },
  { weight: 1, arbitrary: voidHold },
  { weight: 3, arbitrary: deduct },
  { weight: 2, arbitrary: release },
  { weight: 1, arbitrary: adjust },
  { weight: 1, arbitrary: refund },
);
