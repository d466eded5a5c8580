/** Calls of one hour of the week, in the called person's own time. */
export interface WeekHour {
  /** 1 for Monday to 7 for Sunday. */
  weekday: number;
  /** 0 to 23. */
  hour: number;
  delivered: number;
  failed: number;
}

/** The calls of an hour or a weekday, and the share that was delivered. */
export interface CallCounts {
  delivered: number;
  calls: number;
}

/** Fewer calls than these say nothing of an hour or a weekday. */
export const MIN_CALLS = 20;
export const WEEKDAY_NUMBERS = [1, 2, 3, 4, 5, 6, 7] as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** 1.96 is the 95% confidence interval. */
const Z = 1.96;

/** Returns "Tuesday". */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? '';
}

/** Formats an hour of the day with its end: "10–11 AM", "11 AM–12 PM". */
export function hourSpan(hour: number): string {
  const [from, to] = [hourText(hour), hourText((hour + 1) % 24)];
  return from.half === to.half ? `${from.number}–${to.number} ${to.half}` : `${joined(from)}–${joined(to)}`;
}

/** Formats an hour of the day: "10 AM". */
export function hourLabel(hour: number): string {
  return joined(hourText(hour));
}

/**
 * Returns the hour of the week at which most calls are delivered, or undefined where no hour has enough calls. It compares
 * the rates that are at least likely, so that a few calls without a failure are not better than many with a few.
 */
export function bestHour(hours: readonly WeekHour[]): (WeekHour & CallCounts) | undefined {
  return best(hours.map((hour) => ({ ...hour, calls: hour.delivered + hour.failed })));
}

/** Returns the weekday at which most calls are delivered, or undefined where no weekday has enough calls. */
export function bestWeekday(hours: readonly WeekHour[]): ({ weekday: number } & CallCounts) | undefined {
  return best(WEEKDAY_NUMBERS.map((weekday) => ({ weekday, ...weekdayCounts(hours, weekday) })));
}

/** Returns the sums of a weekday. */
export function weekdayCounts(hours: readonly WeekHour[], weekday: number): CallCounts {
  const ofDay = hours.filter((hour) => hour.weekday === weekday);
  const delivered = ofDay.reduce((sum, hour) => sum + hour.delivered, 0);
  return { delivered, calls: ofDay.reduce((sum, { failed }) => sum + failed, delivered) };
}

function best<Counted extends CallCounts>(all: readonly Counted[]): Counted | undefined {
  const enough = all.filter(({ calls }) => calls >= MIN_CALLS);
  return enough.reduce<Counted | undefined>(
    (leader, one) => (leader === undefined || likelyRate(one) > likelyRate(leader) ? one : leader),
    undefined,
  );
}

/** The lower bound of the Wilson score interval. */
function likelyRate({ delivered, calls }: CallCounts): number {
  const rate = delivered / calls;
  const centre = rate + Z ** 2 / (2 * calls);
  const margin = Z * Math.sqrt((rate * (1 - rate)) / calls + Z ** 2 / (4 * calls ** 2));
  return (centre - margin) / (1 + Z ** 2 / calls);
}

interface HourText {
  number: string;
  half: 'AM' | 'PM';
}

function hourText(hour: number): HourText {
  return { number: String(hour % 12 === 0 ? 12 : hour % 12), half: hour < 12 ? 'AM' : 'PM' };
}

function joined({ number, half }: HourText): string {
  return `${number} ${half}`;
}
