import { expect, test } from 'vitest';
import { DAY_MS } from '../time-units.ts';
import { Calendar, STRICTEST_RULES } from './calendar.ts';
import { NO_RULES, type CallingRule } from './calling-rules.ts';
import { ANYWHERE } from './window-class.ts';

const CHICAGO = 'America/Chicago';
const TEXAS = `${CHICAGO}|TX`;
const NEW_YEAR = { name: 'New Year’s Day', month: 1, day: 1 };

/** Returns a calendar with these rules, of Texas where they name no other state. */
function calendarOf(...rules: Partial<CallingRule>[]): Calendar {
  const whole = rules.map((rule): CallingRule => ({ state: 'TX', name: 'Rule', sources: ['law'], ...rule }));
  return new Calendar({ ...NO_RULES, holidays: { new_year: NEW_YEAR }, rules: whole });
}

/** Returns when a class is open on a day in January, in the time of Chicago. */
function openOn(calendar: Calendar, date: string, window = TEXAS): string[] {
  const midnight = new Date(`${date}T06:00:00Z`);
  const during = { from: midnight, to: new Date(midnight.getTime() + DAY_MS) };
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: CHICAGO, timeStyle: 'short' });
  return calendar
    .openings(window, undefined, during)
    .map(({ from, to }) => `${format.format(from)}-${format.format(to)}`);
}

test('a rule holds from its first day until the day before its end', () => {
  const hours = { from: '10:15', to: '18:45' };
  const calendar = calendarOf({ hours, effective: '2027-01-13', until: '2027-01-15' });
  const days = ['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15'].map((day) => openOn(calendar, day));
  expect(days).toEqual([['09:00-20:00'], ['10:15-18:45'], ['10:15-18:45'], ['09:00-20:00']]);
});

test('a rule holds on its days of the week', () => {
  const calendar = calendarOf({ closed: true, days: [7] });
  const days = ['2027-01-16', '2027-01-17', '2027-01-18'].map((day) => openOn(calendar, day));
  expect(days).toEqual([['09:00-20:00'], [], ['09:00-20:00']]);
});

test('of several rules the strictest counts, also of several states', () => {
  const [late, early] = [
    { from: '11:00', to: '21:00' },
    { from: '08:00', to: '17:00' },
  ];
  expect(openOn(calendarOf({ hours: late }, { hours: early }), '2027-01-12')).toEqual(['11:00-17:00']);
  const both = calendarOf({ state: 'AL', hours: late }, { hours: early });
  expect(openOn(both, '2027-01-12', `${CHICAGO}|AL,TX`)).toEqual(['11:00-17:00']);
  expect(openOn(both, '2027-01-12', `${CHICAGO}|AL`)).toEqual(['11:00-20:00']);
  const closed = calendarOf({ closed: true }, { hours: late });
  expect(openOn(closed, '2027-01-12')).toEqual([]);
  const never = calendarOf({ hours: { from: '08:00', to: '10:00' } }, { hours: late });
  expect(openOn(never, '2027-01-12')).toEqual([]);
  const apart = calendarOf({ hours: { from: '08:00', to: '11:00' } }, { hours: late });
  expect(openOn(apart, '2027-01-12')).toEqual([]);
});

test('a state that has none of the zones counts in its own', () => {
  expect(openOn(calendarOf(), '2027-01-12', 'America/Los_Angeles|IL')).toEqual(['11:00-20:00']);
});

test('a holiday is off with the day on which it is observed, in the year before too', () => {
  const calendar = calendarOf({ closed: true, holidays: ['new_year'], observed: 'nearest' });
  const days = ['2027-12-30', '2027-12-31', '2028-01-01', '2028-01-02'];
  expect(days.map((day) => openOn(calendar, day).length)).toEqual([1, 0, 0, 1]);
});

test('rules of one holiday have each their own day on which it is observed', () => {
  const hours = { from: '12:00', to: '20:00' };
  const holiday = { holidays: ['new_year'] };
  const calendar = calendarOf(
    { ...holiday, hours },
    { ...holiday, closed: true, observed: 'nearest' },
    { ...holiday, closed: true, observed: 'next_monday', state: 'AL' },
  );
  // January 1, 2028 is a Saturday.
  const days = ['2027-12-31', '2028-01-01', '2028-01-03'];
  expect(days.map((day) => openOn(calendar, day).length)).toEqual([0, 0, 1]);
  expect(days.map((day) => openOn(calendar, day, `${CHICAGO}|AL`).length)).toEqual([1, 0, 0]);
});

test('a limit of calls is the lowest of the states, and changes no hours', () => {
  const calendar = calendarOf({ calls_in_24_hours: 3 }, { state: 'AL', calls_in_24_hours: 1 });
  expect(calendar.dailyLimit(TEXAS)).toBe(3);
  expect(calendar.dailyLimit(`${CHICAGO}|AL,TX`)).toBe(1);
  expect(calendar.dailyLimit(CHICAGO)).toBeUndefined();
  expect(calendar.dailyLimit(ANYWHERE)).toBe(1);
  expect(openOn(calendar, '2027-01-12')).toEqual(['09:00-20:00']);
});

test('where the state is not known, one line stands for the rules of all of them', () => {
  const calendar = calendarOf(
    { hours: { from: '12:00', to: '18:00' } },
    { state: 'AL', closed: true, days: [7] },
  );
  const { rules } = calendar.applied(ANYWHERE, undefined, new Date('2027-01-12T20:00:00Z'));
  expect(rules).toEqual(['Hark default', STRICTEST_RULES]);
  const none = new Calendar(NO_RULES).applied(ANYWHERE, undefined, new Date('2027-01-12T20:00:00Z'));
  expect(none.rules).toEqual(['Hark default']);
});

test('what was applied names the hours of the day and the rules that held on it', () => {
  const noon = { from: '12:00', to: '21:00' };
  const calendar = calendarOf({ name: 'Sundays', hours: noon, days: [7] });
  const at = (date: string) => calendar.applied(TEXAS, undefined, new Date(`${date}T19:00:00Z`));
  const shown = { zone: CHICAGO, to: '20:00' };
  expect(at('2027-01-16')).toEqual({ ...shown, from: '09:00', rules: ['Hark default'] });
  expect(at('2027-01-17')).toEqual({ ...shown, from: '12:00', rules: ['Hark default', 'Sundays'] });
  const apart = calendarOf({ hours: { from: '08:00', to: '12:00' } }, { hours: noon });
  const never = apart.applied(TEXAS, undefined, new Date('2027-01-16T19:00:00Z'));
  expect(never).toMatchObject({ from: '00:00', to: '00:00' });
});
