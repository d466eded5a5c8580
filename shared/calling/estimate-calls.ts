import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time-units.ts';
import type { Steps } from '../steps.ts';
import { type Interval } from './zone-offsets.ts';

/** Less than this part of a call is an error of rounding. */
const NOTHING = 1e-6;

/** Contacts that are callable at the same times. */
interface Waiting {
  count: number;
  /** Returns their openings within a UTC day, which is counted from 1970, in order. */
  openings(day: number): readonly Interval[];
}

interface Pace {
  from: number;
  /** The first of the hours that are counted. */
  firstHour: number;
  hours: number;
  /** Calls a minute. */
  pace: number;
  /** The estimate gives up here. */
  until: number;
  /** Is told of the calls to each class, by its index, from a moment within the hours that are counted. */
  place?: (index: number, at: number, calls: number) => void;
}

export interface CallEstimate {
  /** Calls expected in each hour. */
  calls: number[];
  /** When the last of the calls is made that are made until the estimate gives up; undefined where there is none. */
  end: number | undefined;
  /** Contacts that are not called by then. */
  left: number;
}

/**
 * Estimates a run at a pace, in a step for each class and day. Classes that are open together are called in equal parts of
 * what is left of each, as their contacts are mixed in a list.
 */
export function* estimateCalls(classes: readonly Waiting[], pace: Pace): Steps<CallEstimate> {
  const left = classes.map(({ count }) => count);
  const calls = Array.from({ length: pace.hours }, () => 0);
  let end: number | undefined;
  const days = Math.ceil(pace.until / DAY_MS);
  for (let day = Math.floor(pace.from / DAY_MS); day < days && left.some((count) => count > 0); day++) {
    const groups = yield* groupsOf(classes, left, day);
    for (const part of partsOf(groups, Math.max(pace.from, day * DAY_MS), (day + 1) * DAY_MS)) {
      const open = groups.filter(({ times }) => times.some((time) => covers(time, part)));
      const before = open.map((group) => group.part);
      const placed = callOpen(open, (pace.pace * (part.to - part.from)) / MINUTE_MS);
      if (placed === 0) continue;
      end = part.from + (placed / pace.pace) * MINUTE_MS;
      const hour = Math.floor((part.from - pace.firstHour) / HOUR_MS);
      if (hour >= calls.length) continue;
      calls[hour] = (calls[hour] ?? 0) + placed;
      for (const [at, group] of open.entries())
        for (const index of group.indices)
          pace.place?.(index, part.from, (left[index] ?? 0) * ((before[at] ?? 0) - group.part));
    }
    for (const { indices, part } of groups)
      for (const index of indices) left[index] = rest(left[index] ?? 0, part);
  }
  return { calls: rounded(calls), end, left: wholeOf(left) };
}

/** Classes with the same openings on a day. */
interface Group {
  indices: number[];
  times: readonly Interval[];
  /** Their contacts at the beginning of the day, and the part of them that is left. */
  count: number;
  part: number;
}

function* groupsOf(classes: readonly Waiting[], left: readonly number[], day: number): Steps<Group[]> {
  const groups = new Map<string, Group>();
  for (const [index, one] of classes.entries()) {
    const count = left[index] ?? 0;
    if (count === 0) continue;
    yield;
    const times = one.openings(day);
    const key = times.map(({ from, to }) => `${String(from)} ${String(to)}`).join();
    const group = groups.get(key) ?? { indices: [], times, count: 0, part: 1 };
    group.indices.push(index);
    group.count += count;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Calls as many of some groups as there is room for, in proportion, and returns how many. */
function callOpen(groups: readonly Group[], room: number): number {
  const total = groups.reduce((sum, { count, part }) => sum + count * part, 0);
  if (total === 0) return 0;
  const called = Math.min(1, room / total);
  for (const group of groups) group.part *= 1 - called;
  return total * called;
}

/** Returns the parts of a day between all openings, closings and full hours. */
function partsOf(groups: readonly Group[], start: number, end: number): Interval[] {
  const edges = new Set([start, end]);
  for (const { times } of groups) for (const { from, to } of times) edges.add(from).add(to);
  for (let hour = Math.ceil(start / HOUR_MS) * HOUR_MS; hour < end; hour += HOUR_MS) edges.add(hour);
  const inOrder = [...edges].filter((edge) => start <= edge && edge <= end).sort((a, b) => a - b);
  return inOrder.slice(1).map((to, index) => ({ from: inOrder[index] ?? start, to }));
}

/** Returns how many contacts parts add up to: what is left of one counts as one. */
function wholeOf(left: readonly number[]): number {
  return Math.max(0, Math.ceil(left.reduce((sum, count) => sum + count, 0) - NOTHING));
}

function rest(count: number, part: number): number {
  return count * part < NOTHING ? 0 : count * part;
}

function covers(time: Interval, part: Interval): boolean {
  return time.from <= part.from && part.to <= time.to;
}

/** Rounds numbers so that their sums up to each are right. */
export function rounded(numbers: readonly number[]): number[] {
  let [sum, before] = [0, 0];
  return numbers.map((number) => {
    sum += number;
    const whole = Math.round(sum) - before;
    before += whole;
    return whole;
  });
}
