import {
  CALLING_DISCLAIMER,
  MAX_ESTIMATED_DAYS,
  type CallingPlan,
  type WindowCount,
} from '#shared/schemas/calling/calling-plan.ts';
import type { CallingHours, CallingMode } from '#shared/schemas/calling/calling.ts';
import type { Calendar } from './calendar.ts';
import type { CallingRules } from './calling-rules.ts';
import { estimateCalls } from './estimate-calls.ts';
import { endOfDayEverywhere } from './last-day.ts';
import { appliedRules } from './plan-rules.ts';
import { hourBars, HOURS, localHourOf, localHours, openingsOf, type OpenClass } from './plan-hours.ts';
import { allSteps, type Steps } from '../steps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time-units.ts';

export interface PlanRequest {
  classes: readonly WindowCount[];
  /** The default hours if undefined. */
  hours: CallingHours | undefined;
  dropDate: Date;
  /** Calls a minute. */
  pace: number;
  /** YYYY-MM-DD in each person's time; without an end if undefined. */
  lastDay?: string | undefined;
}

/**
 * Computes when a list can be called in the two days from its drop date, how many calls each hour will have and when the
 * last one will be made, if every contact is called as soon as its place in the list and the pace allow. Each step is about
 * one class of contacts.
 */
export function* planCalls(
  calendar: Calendar,
  rules: CallingRules,
  request: PlanRequest,
): Steps<CallingPlan> {
  const { hours, dropDate, lastDay } = request;
  const from = dropDate.getTime();
  const firstHour = Math.floor(from / HOUR_MS) * HOUR_MS;
  const shown = { from: dropDate, to: new Date(firstHour + HOURS * HOUR_MS) };
  const classes = merged(request.classes);
  const first = new Map<string, Date | undefined>();
  for (const { window } of classes) {
    yield;
    first.set(window, calendar.nextOpening(window, hours, dropDate, lastDay));
  }
  const never = classes.filter(({ window }) => first.get(window) === undefined);
  const callable = classes.filter(({ window }) => first.get(window) !== undefined);
  const openClasses: OpenClass[] = [];
  for (const { window, count } of callable) {
    yield;
    const open = calendar.openings(window, hours, shown, lastDay).map((time) => clipped(time, from));
    openClasses.push({ count, zone: calendar.zoneOf(window), open });
  }
  const localCalls = new Map<number, number>();
  const place = (index: number, at: number, placed: number) => {
    const hour = localHourOf(openClasses[index]?.zone ?? 'UTC', at);
    localCalls.set(hour, (localCalls.get(hour) ?? 0) + placed);
  };
  const run = { ...request, classes: callable };
  const { calls, end, late } = yield* estimateRun(calendar, run, HOURS, place);
  const starts = [...first.values()].flatMap((time) => time?.getTime() ?? []);
  return {
    drop_date: dropDate.toISOString(),
    contacts: classes.reduce((sum, { count }) => sum + count, 0),
    hours: hourBars(openClasses, firstHour, calls),
    local_hours: localHours(openClasses, firstHour + HOURS * HOUR_MS, localCalls),
    openings: openingsOf(openClasses),
    first_call_at: starts.length === 0 ? null : new Date(Math.min(...starts)).toISOString(),
    estimated_end: end?.toISOString() ?? null,
    after_last_day: late,
    never_open: never,
    rules: yield* appliedRules(calendar, rules, { classes, hours, shown }),
    rules_reviewed: rules.rules.length === 0 ? null : rules.reviewed,
    disclaimer: CALLING_DISCLAIMER,
  };
}

/**
 * Returns about when the last contact of a list is called, undefined where nobody ever is or where it takes more than 30
 * days. In skip-waits mode the pace alone decides.
 */
export function plannedEnd(calendar: Calendar, request: PlanRequest, mode: CallingMode): Date | undefined {
  const { hours, dropDate, lastDay, pace } = request;
  if (mode === 'skip-waits') {
    const contacts = request.classes.reduce((sum, { count }) => sum + count, 0);
    return new Date(dropDate.getTime() + (contacts / pace) * MINUTE_MS);
  }
  const callable = request.classes.filter(
    ({ window }) => calendar.nextOpening(window, hours, dropDate, lastDay) !== undefined,
  );
  return allSteps(estimateRun(calendar, { ...request, classes: callable }, 0)).end;
}

/** Estimates a run over classes that may be called, and the calls of its first hours. */
function* estimateRun(
  calendar: Calendar,
  { classes, hours, dropDate, pace, lastDay }: PlanRequest,
  counted: number,
  place?: (index: number, at: number, calls: number) => void,
): Steps<{ calls: number[]; end: Date | undefined; late: number }> {
  const from = dropDate.getTime();
  const until = from + MAX_ESTIMATED_DAYS * DAY_MS;
  const { calls, end, left } = yield* estimateCalls(
    classes.map(({ window, count }) => ({
      count,
      openings: (day) => calendar.openingsOfDay(window, hours, day, lastDay),
    })),
    {
      from,
      firstHour: Math.floor(from / HOUR_MS) * HOUR_MS,
      hours: counted,
      pace,
      until,
      ...(place !== undefined && { place }),
    },
  );
  const isOver = lastDay !== undefined && endOfDayEverywhere(lastDay).getTime() <= until;
  const isEnd = end !== undefined && (left === 0 || isOver);
  return { calls, end: isEnd ? new Date(end) : undefined, late: isOver ? left : 0 };
}

/** Adds up classes that are given more than once. */
function merged(classes: readonly WindowCount[]): WindowCount[] {
  const counts = new Map<string, number>();
  for (const { window, count } of classes) counts.set(window, (counts.get(window) ?? 0) + count);
  return [...counts].map(([window, count]) => ({ window, count }));
}

function clipped(open: { from: Date; to: Date }, from: number) {
  return { from: Math.max(open.from.getTime(), from), to: open.to.getTime() };
}
