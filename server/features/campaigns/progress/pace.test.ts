import { expect, it } from 'vitest';
import { lastSeconds, paceOf } from './pace.ts';

const NOW = new Date('2026-11-23T10:00:00.700Z');
const ago = (seconds: number) => new Date(Date.parse('2026-11-23T10:00:00Z') - seconds * 1_000);
const counted = (seconds: number, delivered: number, failed = 0) => ({ at: ago(seconds), delivered, failed });
const shown = (...seconds: ReturnType<typeof counted>[]) =>
  lastSeconds({ delivered: 0, failed: 0, seconds }, NOW);

it('returns the last minute of whole seconds, with zeros in between', () => {
  const seconds = shown(counted(61, 9), counted(60, 1), counted(2, 3, 1), counted(0, 7));
  expect(seconds).toHaveLength(60);
  expect(seconds.filter(({ delivered, failed }) => delivered + failed > 0)).toEqual([
    { at: ago(60).getTime(), delivered: 1, failed: 0 },
    { at: ago(2).getTime(), delivered: 3, failed: 1 },
  ]);
  expect(seconds.at(-1)?.at).toBe(ago(1).getTime());
});

it('the pace is that of the last 15 seconds', () => {
  expect(paceOf(shown(counted(40, 900), counted(10, 10, 5), counted(1, 15)))).toBe(2);
});

it('after the first call the pace is that of the seconds since then', () => {
  expect(paceOf(shown(counted(3, 4), counted(1, 2)))).toBe(2);
});

it('without calls there is no pace', () => {
  expect(paceOf(shown())).toBe(0);
  expect(paceOf(lastSeconds(undefined, NOW))).toBe(0);
  expect(paceOf(shown(counted(50, 100)))).toBe(0);
});
