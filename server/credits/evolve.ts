import type { Balance, CampaignFacts, EventFacts, HeldLot, Period } from './events.ts';
import { addLots, allowanceCalls, withoutLots } from './lots.ts';

/** The figures of a stream that a decision needs: its balance and period, and the hold of the campaign concerned. */
export interface Stats {
  balance: Balance;
  period: Period | null;
  hold: readonly HeldLot[];
}

/** A stream before its first event. */
export const NO_FIGURES: Stats = {
  balance: { available: 0, held: 0, debt: 0 },
  period: null,
  hold: [],
};

/** The figures after an event. It only does the sums of what the event says: nothing is priced or checked again. */
export function evolve(figures: Stats, event: EventFacts): Stats {
  const { balance, period } = figures;
  switch (event.type) {
    case 'grant':
      return { ...figures, balance: receive(balance, event.amount), period: openPeriod(period, event) };
    case 'adjust':
    case 'refund':
      return {
        ...figures,
        balance: event.amount < 0 ? take(balance, -event.amount) : receive(balance, event.amount),
      };
    case 'hold':
      return {
        balance: {
          ...balance,
          available: balance.available - event.amount,
          held: balance.held + event.amount,
        },
        period: countAllowance(period, event, 1, 0),
        hold: addLots(figures.hold, event.lots),
      };
    case 'release':
      return {
        balance: receive({ ...balance, held: balance.held - event.amount }, event.amount),
        period: countAllowance(period, event, -1, 0),
        hold: withoutLots(figures.hold, event.lots),
      };
    case 'deduct':
      return {
        balance: { ...balance, held: balance.held - event.amount },
        period: countAllowance(period, event, -1, 1),
        hold: withoutLots(figures.hold, event.lots),
      };
  }
}

/** The rules that no figures may break, as sentences; empty when all is well. Every writer and every replay asks. */
export function violations({ balance, period, hold }: Stats): string[] {
  const amounts = { ...balance, reserved: period?.reserved ?? 0, used: period?.used ?? 0 };
  const broken = Object.entries(amounts)
    .filter(([, value]) => !Number.isSafeInteger(value) || value < 0)
    .map(([name, value]) => `${name} is ${String(value)}`);
  if (balance.debt > 0 && balance.available > 0) broken.push('credits are available beside a debt');
  if (hold.some((lot) => lot.calls <= 0)) broken.push('more calls left a hold than it held');
  return broken;
}

/** Whatever comes in pays debt first. */
function receive(balance: Balance, amount: number): Balance {
  const paid = Math.min(balance.debt, amount);
  return { ...balance, available: balance.available + amount - paid, debt: balance.debt - paid };
}

/** Takes what there is; the rest becomes debt. */
function take(balance: Balance, amount: number): Balance {
  const taken = Math.min(balance.available, amount);
  return { ...balance, available: balance.available - taken, debt: balance.debt + amount - taken };
}

/** Invoices may come shuffled: only a later start opens a period, so that an old one cannot rewind it. */
function openPeriod(current: Period | null, { opens, plan }: Extract<EventFacts, { type: 'grant' }>): Period {
  if (current !== null && opens.start <= current.start) return current;
  return { ...opens, plan, reserved: 0, used: 0 };
}

/** Allowance calls count in the period they were held in, and nowhere once it is over. */
function countAllowance(
  period: Period | null,
  event: CampaignFacts,
  reserved: 1 | -1,
  used: 0 | 1,
): Period | null {
  if (period === null) return null;
  const calls = allowanceCalls(event.lots, period.id);
  return { ...period, reserved: period.reserved + reserved * calls, used: period.used + used * calls };
}
