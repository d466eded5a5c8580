import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time-units.ts';
import { allSteps } from '../steps.ts';
import { estimateCalls as stepsOfEstimate, rounded } from './estimate-calls.ts';

const estimateCalls = (...given: Parameters<typeof stepsOfEstimate>) => allSteps(stepsOfEstimate(...given));

const DAY = 20_000;
const MIDNIGHT = DAY * DAY_MS;
const at = (hours: number) => MIDNIGHT + hours * HOUR_MS;

/** Contacts who may be called from one hour of each day to another, or on the given day only. */
const open = (count: number, from: number, to: number, only?: number) => ({
  count,
  openings: (day: number) =>
    only === undefined || day === only
      ? [{ from: day * DAY_MS + from * HOUR_MS, to: day * DAY_MS + to * HOUR_MS }]
      : [],
});
const PACE = { from: at(9), firstHour: at(9), hours: 4, pace: 1, until: at(9) + 3 * DAY_MS };

test('calls follow the pace from hour to hour until the last one', () => {
  const { calls, end } = estimateCalls([open(90, 9, 20)], PACE);
  expect(calls).toEqual([60, 30, 0, 0]);
  expect(end).toBe(at(10.5));
});

test('calls after the counted hours count for the end alone', () => {
  const { calls, end } = estimateCalls([open(300, 9, 20)], PACE);
  expect(calls).toEqual([60, 60, 60, 60]);
  expect(end).toBe(at(14));
});

test('classes that are open together share the pace by what is left of each', () => {
  const { calls, end } = estimateCalls([open(90, 9, 20), open(30, 10, 20)], PACE);
  expect(calls).toEqual([60, 60, 0, 0]);
  expect(end).toBe(at(11));
});

test('what is left at the end of a day is called on the next one', () => {
  const { calls, end } = estimateCalls([open(90, 9, 10)], PACE);
  expect(calls).toEqual([60, 0, 0, 0]);
  expect(end).toBe(at(24 + 9.5));
});

test('a run in the middle of an hour counts for that hour', () => {
  const { calls } = estimateCalls([open(90, 9, 20)], { ...PACE, from: at(9) + 40 * MINUTE_MS });
  expect(calls).toEqual([20, 60, 10, 0]);
});

test('hours are rounded so that they add up', () => {
  const { calls } = estimateCalls([open(2, 9, 20)], { ...PACE, pace: 0.5 / 60 });
  expect(calls.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test('a run that is not complete in time ends with its last call, and says how many are left', () => {
  expect(estimateCalls([open(90, 9, 10, DAY)], PACE)).toMatchObject({ end: at(10), left: 30 });
});

test('a run without contacts has no end', () => {
  expect(estimateCalls([], PACE)).toEqual({ calls: [0, 0, 0, 0], end: undefined, left: 0 });
});

test('what is told of each class adds up to the calls of the hours', () => {
  const told = [0, 0];
  const place = (index: number, _at: number, calls: number) => {
    told[index] = (told[index] ?? 0) + calls;
  };
  estimateCalls([open(300, 9, 20), open(60, 10, 20)], { ...PACE, place });
  // 60 of the first alone, then 180 of both in proportion: 240 of the one and 60 of the other are left.
  expect(told.map(Math.round)).toEqual([60 + 144, 36]);
});

test('numbers are rounded so that each sum is the nearest one', () => {
  expect(rounded([0.4, 0.4, 0.4, 0.4, 0.4])).toEqual([0, 1, 0, 1, 0]);
  expect(rounded([0.5, 0.5])).toEqual([1, 0]);
});

test('where a class is called is told by the time of the call', () => {
  const places: [number, number, number][] = [];
  const place = (index: number, time: number, calls: number) => places.push([index, time, Math.round(calls)]);
  estimateCalls([open(90, 9, 20), open(30, 11, 20)], { ...PACE, place });
  expect(places.filter(([, , calls]) => calls > 0)).toEqual([
    [0, at(9), 60],
    [0, at(10), 30],
    [1, at(11), 30],
  ]);
});
