import { DAY_MS, HOUR_MS, SECOND_MS } from '../time-units.ts';

/** Milliseconds since 1970, from `from` until just before `to`. */
export interface Interval {
  from: number;
  to: number;
}

/** A part of a UTC day with one offset from UTC, in milliseconds. */
export interface Stretch extends Interval {
  offset: number;
}

/** No zone has ever changed its offset twice within this time. */
const SAMPLE_MS = 6 * HOUR_MS;
const MAX_CACHED_DAYS = 2000;
const MAX_CACHED_ZONES = 600;

/** The offsets of a time zone of the IANA database, remembered by day. Throws `RangeError` for an unknown zone. */
export class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat;
  readonly #days = new Map<number, readonly Stretch[]>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Returns the local time minus UTC at a time, in milliseconds. */
  at(time: number): number {
    const day = Math.floor(time / DAY_MS);
    return this.ofDay(day).find((stretch) => time < stretch.to)?.offset ?? this.#read(time);
  }

  /** Returns the stretches of a UTC day, which is counted from 1970. */
  ofDay(day: number): readonly Stretch[] {
    const cached = this.#days.get(day);
    if (cached !== undefined) return cached;
    if (this.#days.size >= MAX_CACHED_DAYS) this.#days.clear();
    const stretches = this.#stretches(day * DAY_MS, (day + 1) * DAY_MS);
    this.#days.set(day, stretches);
    return stretches;
  }

  #stretches(start: number, end: number): Stretch[] {
    const stretches: Stretch[] = [{ from: start, to: end, offset: this.#read(start) }];
    for (let time = start; time < end; time += SAMPLE_MS) {
      const last = stretches.at(-1);
      const offset = this.#read(time + SAMPLE_MS);
      if (last === undefined || offset === last.offset) continue;
      last.to = this.#changeBetween(time, time + SAMPLE_MS, offset);
      if (last.to < end) stretches.push({ from: last.to, to: end, offset });
    }
    return stretches;
  }

  /** Returns the first second of a new offset, by bisection. */
  #changeBetween(before: number, after: number, offset: number): number {
    let [low, high] = [before, after];
    while (high - low > SECOND_MS) {
      const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
      if (this.#read(middle) === offset) high = middle;
      else low = middle;
    }
    return high;
  }

  #read(time: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(time)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / SECOND_MS) * SECOND_MS;
  }
}

const offsets = new Map<string, ZoneOffsets>();

/** Returns the offsets of a time zone, which are remembered. Throws `RangeError` for an unknown zone. */
export function offsetsOf(zone: string): ZoneOffsets {
  let cached = offsets.get(zone);
  if (cached === undefined) {
    if (offsets.size >= MAX_CACHED_ZONES) offsets.clear();
    cached = new ZoneOffsets(zone);
    offsets.set(zone, cached);
  }
  return cached;
}
