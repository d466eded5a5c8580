import type { CallingRule, CallingRules } from './calling-rules.ts';
import { holidayDays, weekdayOf } from './holidays.ts';
import type { DayHours } from './open-times.ts';
import { DAY_MS } from '../time-units.ts';

/** What the rules of states leave of the hours of one local day, and which of them changed them. */
export interface RuledHours {
  /** Undefined: no call may be made on that day. */
  hours: DayHours | undefined;
  rules: readonly CallingRule[];
}

/** Applies the rules of states to local days, counted from 1970. */
export class StateRules {
  readonly #rules = new Map<string, CallingRule[]>();
  readonly #holidays = new Map<string, ReadonlySet<number>>();
  readonly #data: CallingRules;

  constructor(data: CallingRules) {
    this.#data = data;
    for (const rule of data.rules)
      this.#rules.set(rule.state, [...(this.#rules.get(rule.state) ?? []), rule]);
  }

  /** Returns the hours of a day within all rules of some states. */
  narrow(states: readonly string[], day: number, hours: DayHours): RuledHours {
    const rules = this.onDay(states, day).filter((rule) => rule.calls_in_24_hours === undefined);
    return { hours: rules.reduce(narrowed, hours), rules };
  }

  /** Returns the rules of some states that hold on a day. */
  onDay(states: readonly string[], day: number): CallingRule[] {
    return this.of(states).filter((rule) => this.#applies(rule, day));
  }

  /** Returns all rules of some states. */
  of(states: readonly string[]): CallingRule[] {
    return states.flatMap((state) => this.#rules.get(state) ?? []);
  }

  #applies(rule: CallingRule, day: number): boolean {
    if (rule.effective !== undefined && day < dayOfDate(rule.effective)) return false;
    if (rule.until !== undefined && day >= dayOfDate(rule.until)) return false;
    if (rule.holidays !== undefined) return this.#isHoliday(rule, day);
    return rule.days === undefined || rule.days.includes(weekdayOf(day));
  }

  #isHoliday(rule: CallingRule, day: number): boolean {
    const year = new Date(day * DAY_MS).getUTCFullYear();
    // New Year's Day of the next year may be observed on December 31.
    return this.#holidaysOf(rule, year).has(day) || this.#holidaysOf(rule, year + 1).has(day);
  }

  #holidaysOf(rule: CallingRule, year: number): ReadonlySet<number> {
    const key = `${String(year)} ${rule.observed ?? ''} ${rule.holidays?.join() ?? ''}`;
    let days = this.#holidays.get(key);
    if (days === undefined) {
      days = new Set(this.#daysOff(rule, year));
      this.#holidays.set(key, days);
    }
    return days;
  }

  #daysOff({ holidays = [], observed }: CallingRule, year: number): number[] {
    return holidays.flatMap((id) => {
      const holiday = this.#data.holidays[id];
      return holiday === undefined ? [] : holidayDays(holiday, observed, year);
    });
  }
}

/** Returns minutes after midnight of a time such as 09:30. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function narrowed(hours: DayHours | undefined, rule: CallingRule): DayHours | undefined {
  if (hours === undefined || rule.hours === undefined) return undefined;
  const from = Math.max(hours.from, minutesOf(rule.hours.from));
  const to = Math.min(hours.to, minutesOf(rule.hours.to));
  return from < to ? { from, to } : undefined;
}

function dayOfDate(date: string): number {
  return Date.parse(date) / DAY_MS;
}
