import { DEFAULT_HOURS, LEGAL_HOURS, type CallingHours } from '#shared/schemas/calling/calling.ts';
import type { CallingRule, CallingRules } from './calling-rules.ts';
import { weekdayOf } from './holidays.ts';
import { endOfDayIn } from './last-day.ts';
import { append, intersect, openTimes, type DayHours } from './open-times.ts';
import { OpeningMemory, remember } from './remembered.ts';
import { minutesOf, StateRules } from './state-rules.ts';
import { DAY_MS } from '../time-units.ts';
import { offsetsOf, type Interval } from './zone-offsets.ts';
import { isAnywhere } from './window-class.ts';
import { shownZone, zonesOfWindow, type ZoneStates } from './zones-of-window.ts';

/** A time in which calls may be made: from `from` until just before `to`. */
export interface OpenTime {
  from: Date;
  to: Date;
}

/** What held for a call at one moment. */
export interface AppliedHours {
  /** The time zone in which times are shown. */
  zone: string;
  /** The hours of that day in the zone; the same time twice where no call may be made. */
  from: string;
  to: string;
  rules: string[];
}

/** What stands for the rules of all states, where a contact may be in any of them. */
export const STRICTEST_RULES = 'Number of no known place: the strictest rules of all states';

type Hours = Pick<CallingHours, 'from' | 'to'> & { days: readonly number[] };

/** Days that `nextOpening` searches: a weekday can be a holiday in two weeks in a row, as Christmas and New Year's Day are. */
export const SEARCH_DAYS = 35;
const LEGAL: DayHours = { from: minutesOf(LEGAL_HOURS.from), to: minutesOf(LEGAL_HOURS.to) };

/**
 * Computes when contacts of a window class may be called, and remembers it by day. Knows no clock. Nobody may be called once
 * the last day of a campaign (YYYY-MM-DD), where it has one, is over in a zone they may be in.
 */
export class Calendar {
  readonly #rules: StateRules;
  readonly #zones = new Map<string, readonly ZoneStates[]>();
  readonly #openByZone = new Map<string, readonly Interval[]>();
  readonly #ends = new Map<string, number>();
  readonly #open = new OpeningMemory();

  constructor(rules: CallingRules) {
    this.#rules = new StateRules(rules);
  }

  /** Returns until when contacts of the class may be called without a break, undefined where they may not now. */
  openUntil(
    window: string,
    hours: CallingHours | undefined,
    at: Date,
    lastDay?: string | null,
  ): Date | undefined {
    const time = at.getTime();
    const over = this.#overAt(window, lastDay);
    if (time >= over) return undefined;
    let day = Math.floor(time / DAY_MS);
    const now = this.#ofDay(window, hours ?? DEFAULT_HOURS, day).find(
      ({ from, to }) => from <= time && time < to,
    );
    if (now === undefined) return undefined;
    let end = now.to;
    // An opening at the end of a UTC day may go on in the next.
    while (end === (day + 1) * DAY_MS) {
      const [next] = this.#ofDay(window, hours ?? DEFAULT_HOURS, ++day);
      if (next?.from !== end) break;
      end = next.to;
    }
    return new Date(Math.min(end, over));
  }

  /** Returns the first moment at or after `at` at which they may be called; undefined if there is none within `SEARCH_DAYS`. */
  nextOpening(
    window: string,
    hours: CallingHours | undefined,
    at: Date,
    lastDay?: string | null,
  ): Date | undefined {
    const time = at.getTime();
    const end = Math.min(time + SEARCH_DAYS * DAY_MS, this.#overAt(window, lastDay));
    for (let day = Math.floor(time / DAY_MS); day * DAY_MS < end; day++) {
      const next = this.#ofDay(window, hours ?? DEFAULT_HOURS, day).find(({ to }) => time < to);
      if (next === undefined) continue;
      const from = Math.max(time, next.from);
      return from < end ? new Date(from) : undefined;
    }
    return undefined;
  }

  /** Returns all openings that overlap a time, whole and in order. */
  openings(
    window: string,
    hours: CallingHours | undefined,
    during: OpenTime,
    lastDay?: string | null,
  ): OpenTime[] {
    const over = this.#overAt(window, lastDay);
    const [start, end] = [during.from.getTime(), Math.min(during.to.getTime(), over)];
    const [first, last] = [Math.floor(start / DAY_MS) - 1, Math.floor(end / DAY_MS) + 1];
    return this.#during(window, hours ?? DEFAULT_HOURS, first, last)
      .filter(({ from, to }) => from < end && start < to)
      .map(({ from, to }) => ({ from: new Date(from), to: new Date(Math.min(to, over)) }));
  }

  /** Returns the openings within a UTC day, which is counted from 1970, in order. */
  openingsOfDay(
    window: string,
    hours: CallingHours | undefined,
    day: number,
    lastDay?: string | null,
  ): readonly Interval[] {
    const open = this.#ofDay(window, hours ?? DEFAULT_HOURS, day);
    const over = this.#overAt(window, lastDay);
    if (over >= (day + 1) * DAY_MS) return open;
    return open.flatMap(({ from, to }) => (from < over ? [{ from, to: Math.min(to, over) }] : []));
  }

  /** Returns when a day (YYYY-MM-DD) is over for contacts of the class: when it ends in the first of their zones. */
  endOf(window: string, day: string): Date {
    return new Date(this.#overAt(window, day));
  }

  /** Returns the time zone in which times of the class are shown: of several, the one where it is latest. */
  zoneOf(window: string): string {
    return shownZone(window);
  }

  /** Returns the most calls to one number in 24 hours that its states allow; undefined without a limit. */
  dailyLimit(window: string): number | undefined {
    const limits = this.#zonesOf(window)
      .flatMap(({ states }) => this.#rules.of(states))
      .flatMap(({ calls_in_24_hours: limit }) => limit ?? []);
    return limits.length === 0 ? undefined : Math.min(...limits);
  }

  /** Returns what holds for a call at one moment: zone, hours of the day and the names of the rules that made them. */
  applied(window: string, hours: CallingHours | undefined, at: Date): AppliedHours {
    const zone = shownZone(window);
    const base = hours ?? DEFAULT_HOURS;
    const rules = this.#zonesOf(window).flatMap(
      (place) => this.#rules.narrow(place.states, localDay(place.zone, at), LEGAL).rules,
    );
    const names = isAnywhere(window) && rules.length > 0 ? [STRICTEST_RULES] : rules.map(({ name }) => name);
    const states = this.#zonesOf(window).find((place) => place.zone === zone)?.states ?? [];
    const open = this.#hoursOn(states, base, localDay(zone, at)) ?? { from: 0, to: 0 };
    return {
      zone,
      from: timeOf(open.from),
      to: timeOf(open.to),
      rules: [hours === undefined ? 'Hark default' : 'Hours of the campaign', ...new Set(names)],
    };
  }

  /** Returns the rules of states that hold for the class on some day of a time. */
  rulesOf(window: string, during: OpenTime): CallingRule[] {
    const rules = this.#zonesOf(window).flatMap(({ zone, states }) => {
      const [first, last] = [localDay(zone, during.from), localDay(zone, during.to)];
      const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return days.flatMap((day) => this.#rules.onDay(states, day));
    });
    return [...new Set(rules)];
  }

  #during(window: string, hours: Hours, first: number, last: number): Interval[] {
    const open: Interval[] = [];
    for (let day = first; day <= last; day++)
      for (const interval of this.#ofDay(window, hours, day)) append(open, interval);
    return open;
  }

  #ofDay(window: string, hours: Hours, day: number): readonly Interval[] {
    const on = `${hours.from} ${hours.to} ${hours.days.join('')}`;
    return this.#open.ofDay(on, window, day, () =>
      this.#zonesOf(window)
        .flatMap(({ zone, states }) => this.#ofZone(zone, states, hours, day))
        .reduce<readonly Interval[]>(intersect, [{ from: day * DAY_MS, to: (day + 1) * DAY_MS }]),
    );
  }

  /** Returns the openings by the rules of each state alone, which many classes share. */
  #ofZone(zone: string, states: readonly string[], hours: Hours, day: number): (readonly Interval[])[] {
    const ruled = states.filter((state) => this.#rules.of([state]).length > 0);
    return (ruled.length === 0 ? [''] : ruled).map((state) => {
      const key = `${zone} ${state} ${String(day)} ${hours.from} ${hours.to} ${hours.days.join('')}`;
      return remember(this.#openByZone, key, () =>
        openTimes(zone, day, (local) => this.#hoursOn([state], hours, local)),
      );
    });
  }

  #hoursOn(states: readonly string[], hours: Hours, day: number): DayHours | undefined {
    if (!hours.days.includes(weekdayOf(day))) return undefined;
    const from = Math.max(minutesOf(hours.from), LEGAL.from);
    const to = Math.min(minutesOf(hours.to), LEGAL.to);
    return this.#rules.narrow(states, day, { from, to }).hours;
  }

  /** Returns from when on nobody of the class may be called any more, in milliseconds; Infinity without a last day. */
  #overAt(window: string, lastDay: string | null | undefined): number {
    if (lastDay === null || lastDay === undefined) return Infinity;
    return remember(this.#ends, `${window} ${lastDay}`, () =>
      Math.min(...this.#zonesOf(window).map(({ zone }) => endOfDayIn(zone, lastDay))),
    );
  }

  #zonesOf(window: string): readonly ZoneStates[] {
    return remember(this.#zones, window, () => zonesOfWindow(window));
  }
}

function localDay(zone: string, at: Date): number {
  return Math.floor((at.getTime() + offsetsOf(zone).at(at.getTime())) / DAY_MS);
}

function timeOf(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
