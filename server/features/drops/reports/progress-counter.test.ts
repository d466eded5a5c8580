import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProgressCounter } from './progress-counter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function counting() {
  const written: unknown[][] = [];
  const warned: unknown[][] = [];
  const world = { fails: false };
  const counter = new ProgressCounter({
    progress: {
      add(...args: unknown[]) {
        written.push(args);
        return world.fails ? Promise.reject(new Error('down')) : Promise.resolve();
      },
    },
    log: { warn: (...args: unknown[]) => warned.push(args) },
  } as unknown as ConstructorParameters<typeof ProgressCounter>[0]);
  return { counter, written, warned, world };
}
const ended = (status: 'success' | 'failed', calls: number, campaignId = 'c', run = 1) => ({
  campaignId,
  run,
  status,
  calls,
});

test('calls that end are added to their run twice a second, and each once', async () => {
  const { counter, written } = counting();
  counter.note(ended('success', 2));
  counter.note(ended('failed', 1));
  counter.note(ended('success', 3));
  counter.note(ended('failed', 4, 'c', 2));
  counter.note(ended('success', 5, 'd'));
  await vi.advanceTimersByTimeAsync(499);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const first = [
    ['c', 1, { delivered: 5, failed: 1 }],
    ['c', 2, { delivered: 0, failed: 4 }],
    ['d', 1, { delivered: 5, failed: 0 }],
  ];
  expect(written).toEqual(first);
  counter.note(ended('failed', 1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toEqual([...first, ['c', 1, { delivered: 0, failed: 1 }]]);
});

test('a stop writes all that is counted at once, and leaves no timer', async () => {
  const { counter, written } = counting();
  counter.note(ended('success', 2));
  counter.note(ended('success', 1, 'd'));
  counter.flush();
  expect(written).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([written.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test('what could not be written is logged and not written again', async () => {
  const { counter, written, warned, world } = counting();
  world.fails = true;
  counter.note(ended('success', 2));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toHaveLength(1);
  expect(warned).toEqual([
    [{ err: expect.any(Error) as Error, campaignId: 'c' }, 'the live progress of a campaign was not counted'],
  ]);
});
