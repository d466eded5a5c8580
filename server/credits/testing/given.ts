import { expect } from 'vitest';
import type { PlanId } from '#shared/plans.ts';
import type { CreditCommand, GrantCommand, RefundCommand } from '../commands.ts';
import { decide } from '../decide.ts';
import type { EventFacts } from '../events.ts';
import { evolve, NO_FIGURES, violations, type Stats } from '../evolve.ts';
import type { Refusal } from '../ledger-port.ts';

/** A grant command for the invoice and billing period number `n`, a month after the one before. */
export function grantOf(plan: PlanId, n = 1): GrantCommand {
  const start = new Date(Date.UTC(2026, n - 1, 1));
  return {
    type: 'grant',
    key: `grant:invoice:in_${String(n)}`,
    plan,
    source: { kind: 'invoice', id: `in_${String(n)}` },
    period: { id: `period-${String(n)}`, start },
  };
}

/** Commands on one campaign, with keys made of their content. */
export const campaign = (campaignId: string) => ({
  hold: (calls: number, step = 1): CreditCommand => ({
    type: 'hold',
    key: `hold:${campaignId}:1:${String(step)}`,
    campaignId,
    calls,
  }),
  deduct: (calls: number, settlement = 1): CreditCommand => ({
    type: 'deduct',
    key: `deduct:${campaignId}:${String(settlement)}`,
    campaignId,
    calls,
  }),
  release: (calls: number | 'rest', why = 'finished'): CreditCommand => ({
    type: 'release',
    key: `release:${campaignId}:1:${why}`,
    campaignId,
    calls,
    reason: why,
  }),
});

/** A refund (below 0) or the return of one, the `n`th of an invoice. */
export function refundOf(amount: number, n = 1): RefundCommand {
  return {
    type: 'refund',
    key: `refund:in_1:${String(n)}`,
    amount,
    source: { kind: 'refund', id: 're_1' },
    reason: 'Refund of $50.00',
  };
}

/** A correction by support. */
export function adjustBy(amount: number, key = 'adjust:1'): CreditCommand {
  return { type: 'adjust', key, amount, reason: 'because' };
}

/** Given what was commanded before on one campaign, when a command comes, then this must happen. */
export function given(...history: CreditCommand[]) {
  const before = history.reduce((figures, command) => evolve(figures, factsOf(figures, command)), NO_FIGURES);
  return {
    when(command: CreditCommand) {
      const decision = decide(before, command);
      return {
        then(facts: Partial<EventFacts>): Stats {
          expect(decision.facts).toMatchObject(facts);
          const after = evolve(before, factsOf(before, command));
          expect(violations(after)).toEqual([]);
          return after;
        },
        refused(refusal: Refusal): void {
          expect(decision).toEqual({ refusal });
        },
      };
    },
  };
}

function factsOf(figures: Stats, command: CreditCommand): EventFacts {
  const { facts, refusal } = decide(figures, command);
  if (facts === undefined) throw new Error(`${command.key} was refused: ${JSON.stringify(refusal)}`);
  return facts;
}
