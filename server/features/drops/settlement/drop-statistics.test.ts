import { expect, test } from 'vitest';
import { presentContact } from '#server/features/drops/contacts/present-contact.ts';
import type { ContactDocument } from '#server/features/drops/contacts/contact-model.ts';
import { createDropStatistics } from './drop-statistics.ts';

type Deps = Parameters<typeof createDropStatistics>[0];

const AT = new Date('2027-01-12T15:00:00Z');
const CALLED = { at: AT, zone: 'America/Chicago', from: '09:00', to: '17:00', rules: ['tx'] };
const row = (seq: number, own: object = {}) =>
  ({
    campaignId: 'c',
    seq,
    run: 1,
    preparationId: 'p',
    phone: `1202555010${String(seq)}`,
    status: 'success',
    at: AT,
    called: CALLED,
    settlement: 4,
    fields: { first_name: 'Ann', last_name: 'Lee', email: 'ann@x.example', company_name: 'Lee Ltd' },
    ...own,
  }) as unknown as ContactDocument;
const busy = (seq: number, own: object = {}) =>
  row(seq, { status: 'failed', reason: 'Busy', code: '4006', ...own });

/** Statistics over these calls, settlements and days. */
function statisticsOf(
  rows: ContactDocument[],
  { settlements = [] as object[], hours = [] as object[] } = {},
) {
  return createDropStatistics({
    contacts: {
      async *stream(id: string) {
        if (id !== 'c') return;
        for (const one of rows) yield await Promise.resolve([presentContact(one)]);
      },
    },
    callLists: {
      call: (id: string, number: number) =>
        Promise.resolve(id === 'c' ? rows.find(({ seq }) => seq === number) : undefined),
      page: () =>
        Promise.resolve({
          contacts: rows.map(presentContact),
          matching: { count: 9, exact: false },
          next: 'n',
        }),
    },
    days: {
      list: (...args: unknown[]) => Promise.resolve(args),
      listHours: (...args: unknown[]) => Promise.resolve(args.join(' ') === 'u from to' ? hours : []),
    },
    settlements: {
      find: (id: string, n: number) => Promise.resolve(id === 'c' ? { n, uncharged: n === 5 } : undefined),
      async *stream(id: string) {
        if (id === 'c') yield* await Promise.resolve(settlements);
      },
    },
  } as unknown as Deps);
}
const CALLS = { id: 'c', total: 9, unusedSeqs: [{ from: 1, to: 1 }] } as never;

const record = {
  number: 2,
  phoneNumber: '12025550102',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@x.example',
  company: 'Lee Ltd',
  status: 'success',
  reasonKey: null,
  changedAt: AT,
  call: expect.objectContaining({ zone: 'America/Chicago', hours: '09:00-17:00', rules: ['tx'] }) as unknown,
};

test('a call is shown with its contact, its result and what allowed it', async () => {
  const own = { fields: { first_name: 'Ann', custom: { pet: 'Rex' } } };
  const statistics = statisticsOf([row(2), busy(3, own), row(4, { status: 'pending', at: undefined })]);
  const page = await statistics.listCalls(CALLS, {} as never);
  expect(page).toMatchObject({ matching: { count: 9, exact: false }, next: 'n' });
  expect(page.calls[0]).toEqual({ ...record, custom: undefined, reason: undefined });
  expect(page.calls[1]).toMatchObject({
    reason: 'Busy',
    reasonKey: '4006',
    custom: { pet: 'Rex' },
    email: '',
  });
  expect(page.calls[2]).toMatchObject({ status: 'pending', changedAt: undefined, call: null });
});

test('a single call has its place in the list, its attempts and the settlement that counted it', async () => {
  const retried = row(2, { run: 2, earlier: [{ run: 1, reason: 'Busy', code: '4006', called: CALLED }] });
  const call = await statisticsOf([retried]).findCall(CALLS, 2);
  expect(call).toMatchObject({ ...record, position: 1, settlement: 4, uncharged: false });
  expect(call?.attempts.map(({ run, status }) => [run, status])).toEqual([
    [1, 'failed'],
    [2, 'success'],
  ]);
  expect(await statisticsOf([retried]).findCall(CALLS, 3)).toBeUndefined();
  const uncharged = await statisticsOf([row(2, { settlement: 5 })]).findCall(CALLS, 2);
  expect(uncharged).toMatchObject({ settlement: 5, uncharged: true });
  // A late success still has the settlement that counted it as failed.
  const late = await statisticsOf([row(2, { settlement: 5, unsettled: true })]).findCall(CALLS, 2);
  expect(late).toMatchObject({ settlement: undefined, uncharged: false });
});

test('calls are exported in the order of the list, those that a filter matches', async () => {
  const statistics = statisticsOf([row(2), busy(3), busy(4, { code: '4005', reason: 'No answer' })]);
  const numbers = async (filter?: object) => {
    const found: number[] = [];
    for await (const batch of statistics.streamCalls('c', filter))
      found.push(...batch.map(({ number }) => number));
    return found;
  };
  expect(await numbers()).toEqual([2, 3, 4]);
  expect(await numbers({ status: 'failed' })).toEqual([3, 4]);
  expect(await numbers({ reason: '4005' })).toEqual([4]);
});

test('days and hours are those of the user, and the hours of a campaign those of its settlements', async () => {
  const hours = [
    { '1-09': { delivered: 2, failed: 1 } },
    { '1-09': { delivered: 1, failed: 0 }, '2-10': { delivered: 0, failed: 3 } },
  ];
  const settlements = [
    { day: 'd', delivered: 1, failed: 1, hours: { '1-09': { delivered: 1, failed: 1 } } },
    { day: 'd', delivered: 2, failed: 0, hours: { '1-09': { delivered: 2, failed: 0 } } },
    { final: true, day: 'd', delivered: 0, failed: 0, hours: { '9-99': { delivered: 9, failed: 9 } } },
  ];
  const statistics = statisticsOf([], { hours, settlements });
  expect(await statistics.listDays('u', 'from', 'to')).toEqual(['u', 'from', 'to']);
  expect(await statistics.sumHours('u', 'from', 'to')).toEqual({
    '1-09': { delivered: 3, failed: 1 },
    '2-10': { delivered: 0, failed: 3 },
  });
  expect(await statistics.campaignHours('c')).toEqual({ '1-09': { delivered: 3, failed: 1 } });
});
