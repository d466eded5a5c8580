import { PLANS, lotsCost, quoteCalls, quoteLots, type Quote } from '#shared/plans.ts';
import type { AdjustCommand, CreditCommand, HoldCommand } from './commands.ts';
import type { EventFacts, Period } from './events.ts';
import type { HeldLot } from './held-lot.ts';
import type { StreamState } from './evolve.ts';
import type { Refusal } from './api.ts';
import { containsLots, countCalls, firstCalls, lastCalls } from './lots.ts';

/** The outcome of a command: the facts of an event to append, or a refusal. */
export type Decision = { facts: EventFacts; refusal?: never } | { refusal: Refusal; facts?: never };

/** Decides a command on a stream's state. Prices are fixed here, for the lifetime of the hold. */
export function decide(state: StreamState, command: CreditCommand): Decision {
  switch (command.type) {
    case 'grant': {
      const { plan, source, period: opens } = command;
      return { facts: { type: 'grant', amount: PLANS[plan].benefits.assignedCredits, plan, source, opens } };
    }
    case 'purchase':
      return { facts: { type: 'grant', amount: command.credits, source: command.source } };
    case 'hold':
      return decideHold(state, command);
    case 'void-hold':
      return { facts: { ...campaignFacts(command, []), type: 'release', reason: 'void' } };
    case 'release': {
      const calls = command.calls === 'rest' ? countCalls(state.hold) : command.calls;
      const lots = command.lots === undefined ? lastCalls(state.hold, calls) : [...command.lots];
      if (countCalls(lots) !== calls || !containsLots(state.hold, lots)) return exceedsHold(state, calls);
      return { facts: { ...campaignFacts(command, lots), type: 'release', reason: command.reason } };
    }
    case 'deduct': {
      const lots = firstCalls(state.hold, command.calls);
      if (countCalls(lots) < command.calls) return exceedsHold(state, command.calls);
      return { facts: { ...campaignFacts(command, lots), type: 'deduct' } };
    }
    case 'adjust':
      return decideAdjust(state, command);
    case 'refund': {
      // Never refused, as the money has already moved. `evolve` turns the shortfall into debt.
      const { amount, source, reason } = command;
      return { facts: { type: 'refund', amount, source, reason } };
    }
  }
}

/** Prices calls as a hold would: at the plan's price up to the remaining allowance, then as extra calls. */
export function quoteInPeriod(period: Period, calls: number): Quote {
  return quoteCalls(PLANS[period.plan], period.reserved + period.used, calls);
}

function decideHold({ balance, period }: StreamState, command: HoldCommand): Decision {
  if (period === null) return { refusal: { type: 'NoActivePlan' } };
  if (balance.debt > 0) return { refusal: { type: 'InDebt', debt: balance.debt } };
  const quote = quoteInPeriod(period, command.calls);
  const { cost: agreed = quote.cost, maxCost = Infinity } = command;
  if (quote.cost !== agreed || quote.cost > maxCost)
    return { refusal: { type: 'CostChanged', cost: quote.cost } };
  if (quote.cost > balance.available) {
    return { refusal: { type: 'InsufficientCredits', needed: quote.cost, available: balance.available } };
  }
  const allowance = quote.allowanceCalls;
  const lots = quoteLots(quote).map((lot, index) => ({
    ...lot,
    period: period.id,
    allowance: index === 0 && allowance > 0,
  }));
  return { facts: { ...campaignFacts(command, lots), type: 'hold' } };
}

/** A correction takes its full amount or is refused: it never creates debt. */
function decideAdjust({ balance }: StreamState, { amount, reason }: AdjustCommand): Decision {
  if (-amount > balance.available) {
    return { refusal: { type: 'InsufficientCredits', needed: -amount, available: balance.available } };
  }
  return { facts: { type: 'adjust', amount, reason } };
}

function campaignFacts({ campaignId }: { campaignId: string }, lots: HeldLot[]) {
  return { campaignId, amount: lotsCost(lots), lots };
}

function exceedsHold({ hold }: StreamState, requested: number): Decision {
  return { refusal: { type: 'ExceedsHold', requested, held: countCalls(hold) } };
}
