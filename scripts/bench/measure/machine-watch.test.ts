import { expect, test } from 'vitest';
import { sharesOf } from './machine-watch.ts';
import type { ProcessorReading } from './processor-time.ts';

const reading = (seconds: number, busy: number, stolen: number, total: number): ProcessorReading => ({
  byRole: { bench: seconds },
  machine: { busy, stolen, total },
});

test('the part of other processes is what the machine did beside ours', () => {
  expect(sharesOf(reading(1, 1_000, 0, 10_000), reading(3, 1_300, 10, 10_400))).toEqual({
    others: 0.25,
    stolen: 0.025,
  });
});

test('coarse clocks make no negative part', () => {
  expect(sharesOf(reading(0, 0, 0, 0), reading(1.05, 100, 0, 200)).others).toBe(0);
});

test('nothing is known without figures of the machine', () => {
  const unknown = { byRole: { bench: 1 }, machine: undefined };
  expect(sharesOf(unknown, reading(1, 1, 1, 1))).toEqual({});
  expect(sharesOf(reading(1, 1, 1, 1), unknown)).toEqual({});
});
