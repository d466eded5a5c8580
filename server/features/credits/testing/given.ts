import { expect } from 'vitest';
import type { PlanId } from '#shared/plans.ts';
import type { CreditCommand, GrantCommand, PurchaseCommand, RefundCommand } from '../commands.ts';
import { decide } from '../decide.ts';
import type { EventFacts } from '../events.ts';
import { evolve, INITIAL_STATE, violations, type StreamState } from '../evolve.ts';
import type { Refusal } from '../api.ts';

/** Returns the purchase of credits by invoice `n`. */
export function purchaseOf(credits: number, n = 1): PurchaseCommand {
  const id = `in_bought_${String(n)}`;
  return { type: 'purchase', key: `grant:invoice:${id}`, credits, source: { kind: 'purchase', id } };
}

/** Returns the grant of invoice and billing period `n`; periods are a month apart. */
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

/** Returns builders of the commands on one campaign. */
export const campaign = (campaignId: string) => ({
  hold: (calls: number, preparation = 1): CreditCommand => ({
    type: 'hold',
    key: `hold:${campaignId}:1:${String(preparation)}`,
    campaignId,
    calls,
  }),
  deduct: (calls: number, settlement = 1): CreditCommand => ({
    type: 'deduct',
    key: `deduct:${campaignId}:${String(settlement)}`,
    campaignId,
    calls,
  }),
  release: (calls: number | 'rest', reason = 'finished'): CreditCommand => ({
    type: 'release',
    key: `release:${campaignId}:1:${reason}`,
    campaignId,
    calls,
    reason,
  }),
});

/** Returns the `n`th refund (negative) of an invoice, or the reversal of one (positive). */
export function refundOf(amount: number, n = 1): RefundCommand {
  return {
    type: 'refund',
    key: `refund:in_1:${String(n)}`,
    amount,
    source: { kind: 'refund', id: 're_1' },
    reason: 'Refund of $50.00',
  };
}

/** Returns a correction by support. */
export function adjustBy(amount: number, key = 'adjust:1'): CreditCommand {
  return { type: 'adjust', key, amount, reason: 'because' };
}

/** A given/when/then test of one campaign: past commands, a command, and the expected facts or refusal. */
export function given(...history: CreditCommand[]) {
  const before = history.reduce((state, command) => evolve(state, factsOf(state, command)), INITIAL_STATE);
  return {
    when(command: CreditCommand) {
      const decision = decide(before, command);
      return {
        then(facts: Partial<EventFacts>): StreamState {
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

function factsOf(state: StreamState, command: CreditCommand): EventFacts {
  const { facts, refusal } = decide(state, command);
  if (facts === undefined) throw new Error(`${command.key} was refused: ${JSON.stringify(refusal)}`);
  return facts;
}
