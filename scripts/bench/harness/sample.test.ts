import { expect, test } from 'vitest';
import {
  figureOf,
  measured,
  measuredCalls,
  median,
  millisecondsAUnit,
  percentile,
  speedRatio,
  timeRatio,
  type Sample,
} from './sample.ts';

const sample = (units: number, seconds: number, bench: number, database = 0): Sample => ({
  units,
  seconds,
  time: { bench, database },
});

test('concurrent callers share the work', async () => {
  const done: number[] = [];
  const { units } = await measuredCalls({ callers: 3, total: 10 }, async (caller) => {
    await Promise.resolve();
    done.push(caller);
  });
  expect(units).toBe(10);
  expect(done).toHaveLength(10);
  expect(new Set(done)).toEqual(new Set([0, 1, 2]));
});

test('speed is compared by the unit and the round', () => {
  const baseline = [sample(100, 1, 1), sample(100, 4, 1), sample(100, 2, 1)];
  const ours = [sample(50, 1, 1), sample(50, 1, 1), sample(50, 1, 1)];
  expect(speedRatio(ours, baseline)).toEqual({ value: 1, low: 0.5, high: 2 });
});

test('processor time is that of all processes for a unit', () => {
  const baseline = [sample(100, 1, 0.5, 0.5), sample(100, 1, 0.5, 0.5)];
  const ours = [sample(50, 1, 0.5, 0.25), sample(50, 1, 1, 0.25)];
  expect(timeRatio(ours, baseline)).toEqual({ value: 2, low: 1.5, high: 2.5 });
});

test('there is no ratio of processor time that is too short for the clock', () => {
  const long = [sample(1, 1, 1), sample(1, 1, 1)];
  const short = [sample(1, 1, 0.02), sample(1, 1, 0.02)];
  expect(timeRatio(short, long)).toBeUndefined();
  expect(timeRatio(long, short)).toBeUndefined();
});

test('processor time for a unit can be limited to one kind of process, if there is one', () => {
  const of = sample(1_000, 1, 0.5, 1.5);
  expect(millisecondsAUnit()(of)).toBe(2);
  expect(millisecondsAUnit('database')(of)).toBe(1.5);
  expect(millisecondsAUnit('hark')(of)).toBeNaN();
});

test('work of an unknown size returns its size', async () => {
  expect((await measured(undefined, () => Promise.resolve(7))).units).toBe(7);
});

test('the median is the middle value, or the mean of the two middle values', () => {
  expect([median([5]), median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([5, 2, 2.5]);
});

test('a percentile is one of the values', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([0, 0.5, 0.99, 1].map((part) => percentile(hundred, part))).toEqual([1, 50, 99, 100]);
});

test('the spread of a figure is its lowest and its highest value', () => {
  expect(figureOf([3, 1, 2])).toEqual({ value: 2, low: 1, high: 3 });
});
