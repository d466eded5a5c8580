import { expect, test } from 'vitest';
import { Calendar } from './calendar.ts';
import { NO_RULES } from './calling-rules.ts';
import { ANYWHERE } from './window-class.ts';

const calendar = new Calendar(NO_RULES);
const NIGHT = new Date('2026-11-23T05:00:00Z');
const DAY = new Date('2026-11-23T18:00:00Z');

test('a class of one zone is open from 9 AM to 8 PM there', () => {
  expect(calendar.openUntil('America/Chicago', undefined, NIGHT)).toBeUndefined();
  expect(calendar.nextOpening('America/Chicago', undefined, NIGHT)).toEqual(new Date('2026-11-23T15:00:00Z'));
  expect(calendar.openUntil('America/Chicago', undefined, DAY)).toEqual(new Date('2026-11-24T02:00:00Z'));
  expect(calendar.nextOpening('America/Chicago', undefined, DAY)).toEqual(DAY);
});

test('a call may be made from the moment of an opening until just before its end', () => {
  const [opens, closes] = [new Date('2026-11-23T15:00:00Z'), new Date('2026-11-24T02:00:00Z')];
  const before = (time: Date) => new Date(time.getTime() - 1);
  const times = [before(opens), opens, before(closes), closes];
  expect(times.map((at) => calendar.openUntil('America/Chicago', undefined, at))).toEqual([
    undefined,
    closes,
    closes,
    undefined,
  ]);
  expect(calendar.nextOpening('America/Chicago', undefined, closes)).toEqual(
    new Date('2026-11-24T15:00:00Z'),
  );
});

test('a class of several zones is open while all of them are', () => {
  const window = 'America/Los_Angeles,America/New_York';
  expect(calendar.openings(window, undefined, { from: NIGHT, to: DAY })).toEqual([
    { from: new Date('2026-11-23T17:00:00Z'), to: new Date('2026-11-24T01:00:00Z') },
  ]);
  expect(calendar.zoneOf(window)).toBe('America/New_York');
});

test('a contact of whom nothing is known is called while every state but the Marianas and Guam is open', () => {
  expect(calendar.openings(ANYWHERE, undefined, { from: NIGHT, to: DAY })).toEqual([]);
  expect(calendar.nextOpening(ANYWHERE, undefined, NIGHT)).toEqual(new Date('2026-11-23T20:00:00Z'));
  expect(calendar.openUntil(ANYWHERE, undefined, new Date('2026-11-23T23:59:00Z'))).toEqual(
    new Date('2026-11-24T00:00:00Z'),
  );
});

test('a campaign may choose hours and days', () => {
  const hours = { from: '10:00', to: '12:30', days: [7] };
  expect(calendar.nextOpening('America/Denver', hours, DAY)).toEqual(new Date('2026-11-29T17:00:00Z'));
  expect(calendar.openUntil('America/Denver', hours, new Date('2026-11-29T17:00:00Z'))).toEqual(
    new Date('2026-11-29T19:30:00Z'),
  );
});

test('hours in which zones never agree never open', () => {
  const hours = { from: '09:00', to: '10:00', days: [1] };
  expect(calendar.nextOpening('America/New_York,Pacific/Honolulu', hours, DAY)).toBeUndefined();
});

test.each([
  ['2027-03-13', '14:00', '2027-03-14T01:00:00.000Z'],
  ['2027-03-14', '13:00', '2027-03-15T00:00:00.000Z'],
  ['2027-11-06', '13:00', '2027-11-07T00:00:00.000Z'],
  ['2027-11-07', '14:00', '2027-11-08T01:00:00.000Z'],
])('hours are those of the clock on the wall when it changes: %s', (date, opens, closes) => {
  const from = new Date(`${date}T${opens}:00Z`);
  expect(calendar.nextOpening('America/New_York', undefined, new Date(`${date}T05:00:00Z`))).toEqual(from);
  expect(calendar.openUntil('America/New_York', undefined, from)?.toISOString()).toBe(closes);
});
