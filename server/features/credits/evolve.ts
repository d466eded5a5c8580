import type { Balance, CampaignFacts, EventFacts, Period } from './events.ts';
import type { HeldLot } from './held-lot.ts';
import { addLots, allowanceCalls, withoutLots } from './lots.ts';

/** The part of a stream's state that a decision needs: balance, period, and the hold of the campaign concerned. */
export interface StreamState {
  balance: Balance;
  period: Period | null;
  hold: readonly HeldLot[];
}

/** The state before the first event. */
export const INITIAL_STATE: StreamState = {
  balance: { available: 0, held: 0, debt: 0 },
  period: null,
  hold: [],
};

/** Returns the state after an event. It only applies the facts: nothing is priced or checked again. */
export function evolve(state: StreamState, event: EventFacts): StreamState {
  const { balance, period } = state;
  switch (event.type) {
    case 'grant':
      return { ...state, balance: receive(balance, event.amount), period: openPeriod(period, event) };
    case 'adjust':
    case 'refund':
      return {
        ...state,
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
        hold: addLots(state.hold, event.lots),
      };
    case 'release':
      return {
        balance: receive({ ...balance, held: balance.held - event.amount }, event.amount),
        period: countAllowance(period, event, -1, 0),
        hold: withoutLots(state.hold, event.lots),
      };
    case 'deduct':
      return {
        balance: { ...balance, held: balance.held - event.amount },
        period: countAllowance(period, event, -1, 1),
        hold: withoutLots(state.hold, event.lots),
      };
  }
}

/** Returns the invariants that a state violates, as sentences. Checked by every write and every replay. */
export function violations({ balance, period, hold }: StreamState): string[] {
  const amounts = { ...balance, reserved: period?.reserved ?? 0, used: period?.used ?? 0 };
  const broken = Object.entries(amounts)
    .filter(([, value]) => !Number.isSafeInteger(value) || value < 0)
    .map(([name, value]) => `${name} is ${String(value)}`);
  if (balance.debt > 0 && balance.available > 0) broken.push('credits are available despite a debt');
  if (hold.some((lot) => lot.calls <= 0)) broken.push('more calls were taken from a hold than it held');
  return broken;
}

/** Adds credits; they pay debt first. */
function receive(balance: Balance, amount: number): Balance {
  const paid = Math.min(balance.debt, amount);
  return { ...balance, available: balance.available + amount - paid, debt: balance.debt - paid };
}

/** Takes available credits; the remainder becomes debt. */
function take(balance: Balance, amount: number): Balance {
  const taken = Math.min(balance.available, amount);
  return { ...balance, available: balance.available - taken, debt: balance.debt + amount - taken };
}

/** Opens a period only if it starts later, because invoices may arrive out of order. Bought credits open none. */
function openPeriod(
  current: Period | null,
  { opens, plan }: Extract<EventFacts, { type: 'grant' }>,
): Period | null {
  if (opens === undefined || plan === undefined) return current;
  if (current !== null && opens.start <= current.start) return current;
  return { ...opens, plan, reserved: 0, used: 0 };
}

/** Counts allowance calls in the period in which they were held; in a later period they do not count. */
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
