import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { readWindowKey } from '#shared/calling/window-class.ts';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CallingPlan, WindowCount } from '#shared/schemas/calling/calling-plan.ts';

/** An hour of the plan as the chart and its table show it. */
export interface PlanHour {
  key: string;
  /** 0 to 23. */
  hour: number;
  /** `Mon, 9 AM`. */
  label: string;
  /** Contacts that may be called in some part of it. */
  value: number;
  /** Calls expected in it. */
  part: number;
}

/** Returns the 48 hours of a plan in the time zone of the user, undefined for that of the browser. */
export function yourHours({ hours }: CallingPlan, timeZone?: string): PlanHour[] {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone });
  const hourOf = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone });
  return hours.map(({ starts_at, callable, calls }) => {
    const at = new Date(starts_at);
    const hour = Number(hourOf.format(at));
    const label = `${day.format(at)}, ${hourLabel(hour)}`;
    return { key: starts_at, hour, label, value: callable, part: calls };
  });
}

/** Returns the hours of a plan in each person's own time. */
export function theirHours({ local_hours }: CallingPlan): PlanHour[] {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  return local_hours.map(({ day, hour, callable, calls }) => ({
    key: `${day}T${String(hour)}`,
    hour,
    label: `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${hourLabel(hour)}`,
    value: callable,
    part: calls,
  }));
}

/** Says in one sentence when people may be called: the text alternative of the chart. */
export function hoursSummary(hours: readonly PlanHour[], time: string): string {
  const spans: string[] = [];
  for (const [at, hour] of hours.entries()) {
    const isFirst = hour.value > 0 && (hours[at - 1]?.value ?? 0) === 0;
    if (!isFirst) continue;
    const end = hours.findIndex(({ value }, later) => later > at && value === 0);
    const within = hours.slice(at, end === -1 ? undefined : end);
    const most = Math.max(...within.map(({ value }) => value));
    const until = end === -1 ? 'the end of the chart' : (hours[end]?.label ?? '');
    spans.push(`${hour.label} to ${until}: up to ${formatNumber(most)}`);
  }
  const found = spans.length === 0 ? 'nobody in these two days' : spans.join('; ');
  return `Contacts that may be called, ${time}: ${found}`;
}

/** Says how long a plan takes from its first call: `about 3 hours`. */
export function durationOf({ first_call_at, estimated_end }: CallingPlan): string {
  if (first_call_at === null) return 'Never';
  if (estimated_end === null) return 'More than 30 days';
  const minutes = (Date.parse(estimated_end) - Date.parse(first_call_at)) / MINUTE_MS;
  if (minutes <= 1) return 'A minute or less';
  if (minutes < 120) return `About ${formatCount(Math.ceil(minutes), 'minute')}`;
  const hours = (minutes * MINUTE_MS) / HOUR_MS;
  return hours < 48
    ? `About ${formatNumber(Math.ceil(hours))} hours`
    : `About ${formatCount(Math.ceil(hours / 24), 'day')}`;
}

/** Returns how many contacts have no known time zone. */
export function withoutZone(classes: readonly WindowCount[]): number {
  return classes.reduce(
    (sum, { window, count }) => (readWindowKey(window).zones.length === 0 ? sum + count : sum),
    0,
  );
}

function hourLabel(hour: number): string {
  return `${String(hour % 12 === 0 ? 12 : hour % 12)} ${hour < 12 ? 'AM' : 'PM'}`;
}
