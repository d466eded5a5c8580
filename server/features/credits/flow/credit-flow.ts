import { daysOf, lastDays, type Days } from '#shared/day-range.ts';
import { utcDay } from '#shared/drop-schedule.ts';
import type { CreditFlow, CreditFlowDay } from '#shared/schemas/billing/credits.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { CreditDay, CreditDayStore } from './credit-day-store.ts';
import type { DaySumsStore } from './day-sums-store.ts';

export interface CreditFlowDeps {
  days: CreditDayStore;
  events: DaySumsStore;
  clock: Clock;
  /** The most events of one query. */
  slice?: number;
}

const DEFAULT_DAYS = 30;
/** About a third of a second of reading; a year of usual use has less. */
const SLICE = 10_000;
/** The most queries of one call, so that its time is bounded. */
const MAX_SLICES = 5;

/**
 * Returns what happened to the credits of a stream on each UTC day of a range, up to today. Days are added up once and kept;
 * a call adds up at most 50,000 events, so of a stream with more the first calls are incomplete.
 */
export async function creditFlow(
  deps: CreditFlowDeps,
  streamId: string,
  range: Days | undefined,
): Promise<CreditFlow> {
  const { days, clock } = deps;
  const today = utcDay(clock.now());
  const { from, to } = range ?? lastDays(DEFAULT_DAYS, clock.now());
  if (from > today) return { days: [], complete: true };
  const { complete, last } = await addUp(deps, streamId);
  const until = complete ? today : (last?.day ?? from);
  const shown = { from, to: to < until ? to : until };
  const [opening, found] = await Promise.all([days.last(streamId, from), days.range(streamId, shown)]);
  return { days: everyDay(shown, opening, found), complete };
}

/** Adds up the events that came after the last saved day. `complete` is false where some are left. */
async function addUp(
  { days, events, slice = SLICE }: CreditFlowDeps,
  streamId: string,
): Promise<{ complete: boolean; last: CreditDay | undefined }> {
  let last = await days.last(streamId);
  for (let n = 0; n < MAX_SLICES; n += 1) {
    const after = last?.version ?? 0;
    for (const sums of await events.sums(streamId, after, slice)) {
      last = last?.day === sums.day ? merged(last, sums) : sums;
      // In order: a day says that all before it are saved.
      await days.save(streamId, last);
    }
    // Versions have no gaps.
    if ((last?.version ?? 0) < after + slice) return { complete: true, last };
  }
  return { complete: false, last };
}

function merged(day: CreditDay, more: CreditDay): CreditDay {
  return {
    ...more,
    granted: day.granted + more.granted,
    held: day.held + more.held,
    deducted: day.deducted + more.deducted,
    released: day.released + more.released,
    adjusted: day.adjusted + more.adjusted,
  };
}

const NOTHING = { granted: 0, held: 0, deducted: 0, released: 0, adjusted: 0 };

/** Returns every day of a range; one without events keeps the balance of the day before. */
function everyDay(range: Days, opening: CreditDay | undefined, found: readonly CreditDay[]): CreditFlowDay[] {
  const byDay = new Map(found.map((day) => [day.day, day]));
  let balance = opening?.balance ?? { available: 0, held: 0, debt: 0 };
  return daysOf(range).map((day) => {
    const { granted, held, deducted, released, adjusted } = byDay.get(day) ?? NOTHING;
    balance = byDay.get(day)?.balance ?? balance;
    const sums = { granted, held, deducted, released, adjusted };
    return { day, ...sums, balance: balance.available, on_hold: balance.held, debt: balance.debt };
  });
}
