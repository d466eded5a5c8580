import { PLANS } from '#shared/plans.ts';
import { lotsCost, quoteCalls, quoteLots, type Quote } from '#shared/pricing.ts';
import type { AdjustCommand, CreditCommand, HoldCommand } from './commands.ts';
import type { EventFacts, HeldLot, Period } from './events.ts';
import type { Stats } from './evolve.ts';
import type { Refusal } from './ledger-port.ts';
import { countCalls, firstCalls, lastCalls } from './lots.ts';

/** What a command comes to: an event to append, or a refusal. */
export type Decision = { facts: EventFacts; refusal?: never } | { refusal: Refusal; facts?: never };

/** Decides a command on a stream's figures. Prices are fixed here, for the life of the hold. */
export function decide(figures: Stats, command: CreditCommand): Decision {
  switch (command.type) {
    case 'grant': {
      const { plan, source, period: opens } = command;
      return { facts: { type: 'grant', amount: PLANS[plan].benefits.assignedCredits, plan, source, opens } };
    }
    case 'hold':
      return decideHold(figures, command);
    case 'void-hold':
      return { facts: { ...campaignFacts(command, []), type: 'release', reason: 'void' } };
    case 'release': {
      const calls = command.calls === 'rest' ? countCalls(figures.hold) : command.calls;
      const lots = lastCalls(figures.hold, calls);
      if (countCalls(lots) < calls) return exceedsHold(figures, calls);
      return { facts: { ...campaignFacts(command, lots), type: 'release', reason: command.reason } };
    }
    case 'deduct': {
      const lots = firstCalls(figures.hold, command.calls);
      if (countCalls(lots) < command.calls) return exceedsHold(figures, command.calls);
      return { facts: { ...campaignFacts(command, lots), type: 'deduct' } };
    }
    case 'adjust':
      return decideAdjust(figures, command);
    case 'refund': {
      // Never refused: the money has moved already. `evolve` turns what is not available into debt.
      const { amount, source, reason } = command;
      return { facts: { type: 'refund', amount, source, reason } };
    }
  }
}

/** Prices more calls in a period as a hold does: what its allowance still covers, then extra calls (contract §8). */
export function quoteInPeriod(period: Period, calls: number): Quote {
  return quoteCalls(PLANS[period.plan], period.reserved + period.used, calls);
}

function decideHold({ balance, period }: Stats, command: HoldCommand): Decision {
  if (period === null) return { refusal: { type: 'NoActivePlan' } };
  if (balance.debt > 0) return { refusal: { type: 'InDebt', debt: balance.debt } };
  const quote = quoteInPeriod(period, command.calls);
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

/** A correction takes all of its amount or is refused: support never makes a debt. */
function decideAdjust({ balance }: Stats, { amount, reason }: AdjustCommand): Decision {
  if (amount < 0 && -amount > balance.available) {
    return { refusal: { type: 'InsufficientCredits', needed: -amount, available: balance.available } };
  }
  return { facts: { type: 'adjust', amount, reason } };
}

function campaignFacts({ campaignId }: { campaignId: string }, lots: HeldLot[]) {
  return { campaignId, amount: lotsCost(lots), lots };
}

function exceedsHold({ hold }: Stats, asked: number): Decision {
  return { refusal: { type: 'ExceedsHold', asked, held: countCalls(hold) } };
}
