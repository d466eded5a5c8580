import { expect, test } from 'vitest';
import { DEFAULT_HOURS } from '#shared/schemas/calling/calling.ts';
import { checkedTimes, timesKept, timesOf } from './changed-times.ts';

type Args = Parameters<typeof checkedTimes>;

const NOW = new Date('2027-01-12T15:00:00Z');
const DROP = new Date('2027-01-13T15:00:00Z');
const HOURS = { from: '10:00', to: '16:00', days: [1, 2] };
const CAMPAIGN = { _id: 'c', dropDate: DROP, callingHours: HOURS, lastDay: null };

/** Changes the times of a campaign whose contacts can be called `always`, `never`, or only without a last day. */
async function changed(fields: Args[2], callable = 'always', own: object = {}) {
  const asked: unknown[][] = [];
  const deps = {
    clock: { now: () => NOW },
    contacts: { windowsOf: () => Promise.resolve(['w']) },
    calendar: {
      nextOpening(...args: unknown[]) {
        asked.push(args);
        const isCallable = callable === 'always' || (callable === 'without' && args[3] === null);
        return isCallable ? NOW : undefined;
      },
    },
  } as unknown as Args[0];
  const result: unknown = await checkedTimes(deps, { ...CAMPAIGN, ...own } as Args[1], fields).catch(
    (error: unknown) => error,
  );
  return { result, asked };
}

test('only what is named changes, and hours keep the parts that are not', async () => {
  expect(await changed({})).toEqual({ result: {}, asked: [] });
  const later = '2027-01-20T15:00:00.000Z';
  expect(await changed({ drop_date: later })).toEqual({ result: { dropDate: new Date(later) }, asked: [] });
  expect((await changed({ calling_hours: { from: '11:00' } })).result).toEqual({
    callingHours: { ...HOURS, from: '11:00' },
  });
  const part = (await changed({ calling_hours: { to: '15:00' } }, 'always', { callingHours: null })).result;
  expect(part).toEqual({ callingHours: { ...DEFAULT_HOURS, days: [...DEFAULT_HOURS.days], to: '15:00' } });
  const none = await changed({ calling_hours: null });
  expect(none).toEqual({ result: { callingHours: null }, asked: [['w', undefined, DROP, null]] });
  expect((await changed({ last_day: null })).asked).toEqual([]);
  const last = await changed({ last_day: '2027-01-20' });
  expect(last).toEqual({ result: { lastDay: '2027-01-20' }, asked: [['w', HOURS, DROP, '2027-01-20']] });
});

test('contacts are to be called from the start on, or from now on where that is over', async () => {
  const early = { dropDate: new Date('2027-01-01T15:00:00Z') };
  expect((await changed({ calling_hours: null }, 'always', early)).asked).toEqual([
    ['w', undefined, NOW, null],
  ]);
});

test.each<[string, Args[2], string, object, string]>([
  [
    'hours within which some are never called',
    { calling_hours: { from: '11:00' } },
    'never',
    {},
    'calling_hours',
  ],
  ['a last day by which some are not called', { last_day: '2027-01-20' }, 'without', {}, 'last_day'],
  ['a last day, where the hours are the reason', { last_day: '2027-01-20' }, 'never', {}, 'calling_hours'],
  ['a last day that is over', { last_day: '2027-01-02' }, 'always', {}, 'last_day'],
  [
    'a start after the last day',
    { drop_date: '2027-01-25T15:00:00.000Z' },
    'always',
    { lastDay: '2027-01-20' },
    'last_day',
  ],
  ['hours that end before they begin', { calling_hours: { to: '09:00' } }, 'always', {}, 'calling_hours'],
  ['a date that is none', { drop_date: 'soon' }, 'always', {}, 'drop_date'],
])('%s are refused at that field', async (_, fields, callable, own, field) => {
  const { result } = await changed(fields, callable, own);
  expect(result).toMatchObject({ code: 'INVALID_INPUT' });
  expect(Object.keys((result as { details: { fields: object } }).details.fields)[0]).toMatch(field);
});

test('times that were checked together must not have changed meanwhile', () => {
  const kept = (fields: Args[2], own: object = {}, changes: object = {}) =>
    timesKept({ ...CAMPAIGN, ...own } as Args[1], fields, changes);
  const all = { dropDate: DROP, callingHours: HOURS, lastDay: null };
  expect(kept({})).toEqual({});
  expect(kept({ drop_date: 'x' })).toEqual({});
  expect(kept({ calling_hours: { from: '11:00' } })).toEqual({ callingHours: HOURS });
  expect(kept({ calling_hours: null })).toEqual({});
  expect(kept({ last_day: '2027-01-20' }, {}, { lastDay: '2027-01-20' })).toEqual(all);
  expect(kept({ drop_date: 'x' }, { lastDay: '2027-01-20' })).toEqual({ ...all, lastDay: '2027-01-20' });
  expect(kept({}, { lastDay: '2027-01-20' })).toEqual({});
  expect(timesOf({ dropDate: DROP, callingHours: undefined, lastDay: undefined })).toEqual({
    dropDate: DROP,
    callingHours: null,
    lastDay: null,
  });
});
