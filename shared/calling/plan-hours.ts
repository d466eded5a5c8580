import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import { utcDay } from '../drop-schedule.ts';
import { DAY_MS, HOUR_MS } from '../time-units.ts';
import { rounded } from './estimate-calls.ts';
import { offsetsOf, type Interval } from './zone-offsets.ts';

/** Hours of a plan. */
export const HOURS = 48;

/** Contacts with the same openings. */
export interface OpenClass {
  count: number;
  /** The time zone in which their times are shown. */
  zone: string;
  /** When they may be called, in order. */
  open: readonly Interval[];
}

/** Returns a bar for each hour. `calls` are the calls expected in each. */
export function hourBars(
  classes: readonly OpenClass[],
  firstHour: number,
  calls: readonly number[],
): CallingPlan['hours'] {
  return calls.map((expected, index) => {
    const hour = { from: firstHour + index * HOUR_MS, to: firstHour + (index + 1) * HOUR_MS };
    const callable = classes.filter(({ open }) => open.some((time) => overlap(time, hour)));
    return {
      starts_at: new Date(hour.from).toISOString(),
      callable: sumOf(callable),
      calls: expected,
    };
  });
}

/**
 * Returns a bar for each hour of each day in the contacts' own times, until a moment. `calls` are the calls expected in local
 * hours, which are counted from 1970.
 */
export function localHours(
  classes: readonly OpenClass[],
  until: number,
  calls: ReadonlyMap<number, number>,
): CallingPlan['local_hours'] {
  const callable = new Map<number, number>();
  for (const { count, zone, open } of classes)
    for (const hour of localHoursOf(zone, open, until)) callable.set(hour, (callable.get(hour) ?? 0) + count);
  const days = [...callable.keys()].map((hour) => Math.floor(hour / 24));
  if (days.length === 0) return [];
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const hours = Array.from({ length: (last - first + 1) * 24 }, (_, index) => first * 24 + index);
  const expected = rounded(hours.map((hour) => calls.get(hour) ?? 0));
  return hours.map((hour, index) => {
    const day = utcDay(new Date(hour * HOUR_MS));
    return { day, hour: hour % 24, callable: callable.get(hour) ?? 0, calls: expected[index] ?? 0 };
  });
}

/** Returns the hour of the local time of a zone, counted from 1970. */
export function localHourOf(zone: string, at: number): number {
  return Math.floor((at + offsetsOf(zone).at(at)) / HOUR_MS);
}

/** Returns the openings of all classes in order, equal ones together. */
export function openingsOf(classes: readonly OpenClass[]): CallingPlan['openings'] {
  const openings = new Map<string, Interval & { contacts: number; zones: Map<string, number> }>();
  for (const { count, zone, open } of classes)
    for (const { from, to } of open) {
      const key = `${String(from)} ${String(to)}`;
      const one = openings.get(key) ?? { from, to, contacts: 0, zones: new Map<string, number>() };
      one.contacts += count;
      one.zones.set(zone, (one.zones.get(zone) ?? 0) + count);
      openings.set(key, one);
    }
  return [...openings.values()]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map(({ from, to, contacts, zones }) => ({
      opens_at: new Date(from).toISOString(),
      closes_at: new Date(to).toISOString(),
      zone: [...zones].reduce((most, zone) => (zone[1] > most[1] ? zone : most))[0],
      contacts,
    }));
}

/** Returns the hours of the local time, counted from 1970, in some part of which a class is open. */
function localHoursOf(zone: string, open: readonly Interval[], until: number): Set<number> {
  const hours = new Set<number>();
  for (const { from, to } of open)
    for (let day = Math.floor(from / DAY_MS); day * DAY_MS < Math.min(to, until); day++)
      for (const { offset, ...stretch } of offsetsOf(zone).ofDay(day)) {
        const [start, end] = [Math.max(stretch.from, from), Math.min(stretch.to, to, until)];
        for (let hour = Math.floor((start + offset) / HOUR_MS); hour * HOUR_MS < end + offset; hour++)
          if (start < end) hours.add(hour);
      }
  return hours;
}

function overlap(one: Interval, other: Interval): boolean {
  return one.from < other.to && other.from < one.to;
}

function sumOf(classes: readonly OpenClass[]): number {
  return classes.reduce((sum, { count }) => sum + count, 0);
}
