import { expect, test } from 'vitest';
import type { CallEvents } from '#server/features/webhooks/api.ts';
import { reportCalls } from './report-calls.ts';

type Args = Parameters<typeof reportCalls>;

const AT = new Date('2027-01-12T15:00:00Z');
const call = (own: object) => ({
  campaignId: 'c',
  seq: 1,
  preparationId: 'p',
  phone: '12025550143',
  fields: {},
  at: AT,
  ...own,
});
const busy = { status: 'failed', code: '4006', reason: 'Busy' };

/** Reports the calls of a settlement; returns what integrators are told. */
async function reported(calls: object[], settlement: object = {}) {
  const told: unknown[] = [];
  const record = async ({ read, ...of }: Parameters<CallEvents['record']>[0]) => {
    told.push(of, await read());
  };
  const deps = {
    callEvents: { record },
    results: { listByIds: (ids: unknown) => Promise.resolve(ids === IDS ? calls : []) },
  };
  await reportCalls(
    deps as unknown as Args[0],
    { id: 'c', userId: 'u', name: 'Spring' } as unknown as Args[1],
    { n: 7, contacts: IDS, failed: 1, ...settlement } as unknown as Args[2],
  );
  return told;
}
const IDS = ['a'];

test('a settlement is reported with its campaign, and each call as the settlement counts it', async () => {
  const calls = [call({ status: 'success' }), call(busy), call({ status: 'cancelled' })];
  const [of, counted] = await reported(calls);
  expect(of).toEqual({ userId: 'u', campaignId: 'c', campaignName: 'Spring', settlement: 7 });
  expect(counted).toMatchObject([
    { delivered: true, view: { status: 'success', recommended_phone: '12025550143', reason: null } },
    { delivered: false, view: { status: 'failed', reason: 'Busy', reason_code: '4006' } },
  ]);
  for (const { view } of counted as { view: object }[])
    for (const own of ['number', 'list', 'earlier']) expect(view).not.toHaveProperty(own);
});

test('a call that was delivered late is reported as failed by the settlement that counted that, then as delivered', async () => {
  const late = call({ status: 'success', failedBefore: { reason: 'Busy', code: '4006', retryable: true } });
  expect((await reported([late]))[1]).toMatchObject([
    { delivered: false, view: { status: 'failed', reason: 'Busy', reason_code: '4006' } },
  ]);
  expect((await reported([late], { failed: -1 }))[1]).toMatchObject([
    { delivered: true, view: { status: 'success', reason: null, reason_code: null } },
  ]);
  const older = call({ status: 'success', failedBefore: { retryable: true } });
  expect((await reported([older]))[1]).toMatchObject([
    { delivered: false, view: { reason: '', reason_code: 'other' } },
  ]);
});

test('a settlement without calls reports nothing', async () => {
  expect(await reported([], { contacts: [] })).toEqual([]);
  expect(await reported([], { contacts: undefined })).toEqual([]);
});
