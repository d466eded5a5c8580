import { expect, test } from 'vitest';
import { measuredCalls, millisecondsAUnit, speedRatio, timeRatio, type Sample } from './sample.ts';

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

test('processor time for a unit can be limited to some processes', () => {
  const samples = [sample(1_000, 1, 0.5, 1.5)];
  expect(millisecondsAUnit(samples).value).toBe(2);
  expect(millisecondsAUnit(samples, ['database']).value).toBe(1.5);
  expect(millisecondsAUnit(samples, ['hark']).value).toBe(0);
});
