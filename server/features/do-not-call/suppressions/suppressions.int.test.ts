import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { MAX_SUPPRESSIONS } from '#shared/limits.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { Features } from '#server/app/features.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { RemovalStore } from './removal-store.ts';
import { removeNumber } from './remove-number.ts';
import { SuppressionStore } from './suppression-store.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';

const clock = createTestClock();
let database: Awaited<ReturnType<typeof testDatabase>>;
let lists: Features['suppressions'];

beforeAll(async () => {
  database = await testDatabase();
  ({ suppressions: lists } = composeTestFeatures(database.connection, {
    clock,
    overrides: {
      subscriptions: () => ({
        isSubscribed: (uid) => Promise.resolve(!/^(without a plan|past due)/.test(uid)),
        isPastDue: (uid) => Promise.resolve(uid.startsWith('past due')),
        periodStartOf: () => Promise.resolve(undefined),
      }),
    },
  }));
  await createIndexes(lists);
});
afterAll(() => database.stop());

const listOf = (uid: string) => createCallerFactory(lists.router)(contextOf({ uid, streamId: newId() }));
const numbered = (count: number, area = 202) =>
  Array.from({ length: count }, (_, index) => `1${String(area)}${String(2_000_000 + index)}`);
/** Reads all pages of a list by cursors. */
async function pagesOf(list: ReturnType<typeof listOf>, input: Parameters<typeof list.list>[0]) {
  const pages = [await list.list(input)];
  for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await list.list({ ...input, cursor: next }));
  return pages;
}
const totalOf = async (list: ReturnType<typeof listOf>) => (await list.list({ limit: 1 })).counts?.total;
const phonesOf = ({ numbers }: { numbers: { phone: string }[] }) => numbers.map(({ phone }) => phone);

describe('the do-not-call list', () => {
  test('accepts a number in any common format, once', async () => {
    const list = listOf('ann');
    expect(await list.add({ phone: '+1 (202) 555-0143' })).toEqual({ phone: '12025550143', added: true });
    clock.advance(1_000);
    expect(await list.add({ phone: '202.555.0143' })).toEqual({ phone: '12025550143', added: false });
    expect(await list.list({})).toEqual({
      numbers: [
        {
          phone: '12025550143',
          source: 'added',
          campaign_name: null,
          reason: null,
          added_at: new Date(clock.now().getTime() - 1_000).toISOString(),
        },
      ],
      next: null,
      counts: { matching: 1, total: 1 },
    });
    await expect(list.add({ phone: '555-0143' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('is paged, latest first, and searched by digits anywhere in a number', async () => {
    const list = listOf('pages');
    const phones = numbered(60);
    await list.importBatch({ phones });
    clock.advance(1_000);
    await list.add({ phone: '3035550143' });
    const pages = await pagesOf(list, { limit: 25 });
    expect(pages.map(phonesOf)).toEqual([
      ['13035550143', ...phones.slice(0, 24)],
      phones.slice(24, 49),
      phones.slice(49),
    ]);
    expect(pages.map(({ counts }) => counts)).toEqual([{ matching: 61, total: 61 }, null, null]);
    expect(await list.list({ search: '0143' })).toMatchObject({
      numbers: [{ phone: '13035550143' }],
      counts: { matching: 1, total: 61 },
    });
    const found = await pagesOf(list, { search: '200005', limit: 3 });
    expect(found.map(phonesOf).map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    expect(found.flatMap(phonesOf)).toEqual(phones.slice(50));
    expect(await list.list({ search: '999' })).toEqual({
      numbers: [],
      next: null,
      counts: { matching: 0, total: 61 },
    });
    await expect(list.list({ search: '.*' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(list.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('continues after a page whose last number was removed', async () => {
    const list = listOf('gone between pages');
    const phones = numbered(5);
    await list.importBatch({ phones });
    const { numbers, next } = await list.list({ limit: 2 });
    expect(phonesOf({ numbers })).toEqual(phones.slice(0, 2));
    await list.remove({ phone: phones[1] ?? '' });
    clock.advance(1_000);
    await list.add({ phone: '3035550143' });
    expect(phonesOf(await list.list({ cursor: next, limit: 10 }))).toEqual(phones.slice(2));
  });

  test('counts imported numbers once for repeated and concurrent batches', async () => {
    const list = listOf('importer');
    const phones = numbered(1_000);
    await list.add({ phone: phones[7] ?? '' });
    const results = await Promise.all([list.importBatch({ phones }), list.importBatch({ phones })]);
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(999);
    expect(results.map(({ added, known }) => added + known)).toEqual([1_000, 1_000]);
    expect(await list.importBatch({ phones })).toEqual({ added: 0, known: 1_000 });
    expect(await totalOf(list)).toBe(1_000);
    expect((await list.list({ search: phones[7] ?? '' })).numbers).toMatchObject([{ source: 'added' }]);
  });

  test('adds a batch completely or not at all', async () => {
    const list = listOf('strict');
    await expect(list.importBatch({ phones: [...numbered(3), 'Ana'] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(list.importBatch({ phones: numbered(5_001) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await totalOf(list)).toBe(0);
  });

  test('has a lower limit without a plan, and reports it', async () => {
    const list = listOf('without a plan');
    const phones = numbered(MAX_SUPPRESSIONS.withoutPlan);
    await list.importBatch({ phones });
    const more = [
      () => list.add({ phone: '3035550143' }),
      () => list.importBatch({ phones: numbered(5_000, 305) }),
    ];
    for (const ask of more) {
      await expect(ask()).rejects.toMatchObject({
        cause: { code: 'LIMIT_REACHED' },
        message: 'Your do-not-call list can have up to 1,000 numbers without a plan.',
      });
    }
    expect(await totalOf(list)).toBe(1_000);
    expect(await list.importBatch({ phones })).toEqual({ added: 0, known: 1_000 });
    await list.remove({ phone: phones[0] ?? '' });
    expect(await list.add({ phone: '3035550143' })).toMatchObject({ added: true });
  });

  test('keeps the limit of the plan while a renewal is unpaid', async () => {
    const list = listOf('past due');
    await list.importBatch({ phones: numbered(MAX_SUPPRESSIONS.withoutPlan + 1) });
    expect(await totalOf(list)).toBe(MAX_SUPPRESSIONS.withoutPlan + 1);
  });

  test('accepts carrier reports regardless of the limit', async () => {
    const list = listOf('without a plan, reported');
    await list.importBatch({ phones: numbered(MAX_SUPPRESSIONS.withoutPlan) });
    const report = { userId: 'without a plan, reported', campaignName: 'Spring' };
    await lists.doNotCall.addReported({ ...report, phones: ['13035550143'] });
    expect(await totalOf(list)).toBe(1_001);
  });

  test('removes a number once', async () => {
    const list = listOf('remover');
    await list.add({ phone: '2025550143' });
    expect(await list.remove({ phone: '12025550143' })).toEqual({ success: true });
    await expect(list.remove({ phone: '12025550143' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await totalOf(list)).toBe(0);
  });

  test('keeps a record of what is removed, with the reason', async () => {
    const list = listOf('recorded');
    await list.add({ phone: '2025550143' });
    await list.remove({ phone: '2025550143' });
    await lists.doNotCall.addReported({
      userId: 'recorded',
      campaignName: 'Spring',
      phones: ['12025550143'],
    });
    clock.advance(1_000);
    await expect(list.remove({ phone: '2025550143', reason: ' ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await list.remove({ phone: '2025550143', reason: ' She signed up again ' });
    expect(await lists.removals('recorded', { limit: 10 })).toMatchObject([
      {
        phone: '12025550143',
        source: 'carrier report',
        reason: 'She signed up again',
        viaApiKey: false,
        network: '127.0.0.1',
        at: clock.now(),
      },
      { phone: '12025550143', source: 'added' },
    ]);
    expect(await lists.removals('somebody else', { limit: 10 })).toEqual([]);
  });

  test('of a person who asks again while it is removed keeps the number', async () => {
    const request = { userId: 'asked', phone: '12025550143', source: 'stop page' } as const;
    const store = new SuppressionStore(lists.models[0]);
    await listOf('asked').add({ phone: request.phone });
    await store.addRequests([{ ...request, at: clock.now() }]);
    await expect(listOf('asked').remove({ phone: request.phone })).rejects.toMatchObject({
      cause: { code: 'INVALID_INPUT', details: { fields: { reason: expect.any(String) as string } } },
    });
    const read = (await store.find('asked', request.phone)) ?? expect.fail();
    expect(read.source).toBe('stop page');
    clock.advance(1_000);
    await Promise.all([1, 2].map(() => store.addRequests([{ ...request, at: clock.now() }])));
    expect(await store.remove(read)).toBe(false);
    expect(await totalOf(listOf('asked'))).toBe(1);
  });

  test('takes many requests for one number at once', async () => {
    const store = new SuppressionStore(lists.models[0]);
    const request = {
      userId: 'at once',
      phone: '12025550143',
      source: 'stop page',
      at: clock.now(),
    } as const;
    await Promise.all(Array.from({ length: 20 }, () => store.addRequests([request])));
    expect(await totalOf(listOf('at once'))).toBe(1);
  });

  test('of another user is not visible, counted, changed or applied', async () => {
    const [mine, theirs] = [listOf('me'), listOf('them')];
    await theirs.add({ phone: '2025550199' });
    expect(await mine.list({})).toMatchObject({ numbers: [], counts: { matching: 0, total: 0 } });
    expect(await mine.list({ search: '0199' })).toMatchObject({ counts: { matching: 0 } });
    await expect(mine.remove({ phone: '2025550199' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await lists.doNotCall.among('me', ['12025550199'])).toEqual(new Set());
    expect(await mine.add({ phone: '2025550199' })).toMatchObject({ added: true });
    await mine.remove({ phone: '2025550199' });
    expect(await lists.doNotCall.among('them', ['12025550199', '12025550100'])).toEqual(
      new Set(['12025550199']),
    );
    const anonymous = createCallerFactory(lists.router)({
      ...contextOf({ uid: '', streamId: '' }, undefined),
      user: null,
    });
    await expect(anonymous.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('keeps the first source of a number', async () => {
    const report = { userId: 'reported', phones: ['12025550143'] };
    await lists.doNotCall.addReported({ ...report, campaignName: 'Spring' });
    await lists.doNotCall.addReported({ ...report, campaignName: 'Summer' });
    expect((await listOf('reported').list({})).numbers).toMatchObject([
      { source: 'carrier report', campaign_name: 'Spring' },
    ]);
  });

  test('of the operator holds for all users and is shown to none', async () => {
    const { operatorList, doNotCall } = lists;
    const list = listOf('under an operator');
    expect(await operatorList.add(['12025550143', '12025550144'], 'Litigator')).toBe(2);
    expect(await operatorList.add(['12025550143'], undefined)).toBe(0);
    await list.add({ phone: '2025550145' });
    expect(
      await doNotCall.among('under an operator', numbered(3).concat('12025550143', '12025550145')),
    ).toEqual(new Set(['12025550143', '12025550145']));
    expect(await list.list({})).toMatchObject({ counts: { total: 1 } });
    expect(await list.add({ phone: '2025550143' })).toMatchObject({ added: true });
    await list.remove({ phone: '2025550143' });
    expect(await doNotCall.among('under an operator', ['12025550143'])).toEqual(new Set(['12025550143']));
    await operatorList.remove('12025550143', 'root: a mistake');
    await operatorList.remove('12025550144', 'root: a mistake');
    expect(await doNotCall.among('under an operator', ['12025550143'])).toEqual(new Set());
    expect(await lists.removals('operator', { limit: 10 })).toMatchObject([
      { source: 'added', reason: 'root: a mistake', viaApiKey: false, network: 'this machine' },
      { source: 'added' },
    ]);
  });

  test('of the operator is read to its end, latest first', async () => {
    const { operatorList } = lists;
    const phones = numbered(1_000, 415);
    await operatorList.add(phones.slice(0, 300), 'Litigator');
    clock.advance(1_000);
    await operatorList.add(phones.slice(300), undefined);
    const all = [];
    for await (const entry of operatorList.all()) all.push(entry);
    expect(all.map(({ phone }) => phone)).toEqual([...phones.slice(300), ...phones.slice(0, 300)]);
    expect([all[0]?.reason, all.at(-1)?.reason]).toEqual([undefined, 'Litigator']);
    expect(all.at(-1)?.at).toEqual(new Date(clock.now().getTime() - 1_000));
  });

  test('tells what was added and removed since a time, an import in batches of a time each', async () => {
    const list = listOf('told');
    await list.add({ phone: '3035550143', reason: 'Asked' });
    clock.advance(1_000);
    const [from, phones] = [clock.now(), numbered(401)];
    await list.importBatch({ phones });
    clock.advance(1_000);
    await list.remove({ phone: phones[0] ?? '' });
    await list.remove({ phone: '3035550143', reason: 'Signed up' });
    await list.add({ phone: '3035550143' });

    const added = await lists.numbers.addedSince('told', from, 1_000);
    expect(added.map(({ view }) => view.phone)).toEqual([...phones.slice(1).reverse(), '13035550143']);
    const batches = [...groupBy(added, ({ batch }) => batch)];
    expect(batches.map(([, { length }]) => length)).toEqual([1, 200, 199, 1]);
    expect(batches.map(([batch]) => batch === undefined)).toEqual([false, false, false, true]);
    for (const [, part] of batches) expect(new Set(part.map(({ view }) => view.added_at)).size).toBe(1);
    expect(added.at(-1)?.view).toMatchObject({ source: 'added', reason: null });
    expect(await lists.numbers.addedSince('told', from, 2)).toEqual(added.slice(0, 2));

    const gone = { campaign_name: null, removed_at: clock.now().toISOString() };
    const removed = [
      { ...gone, phone: phones[0], source: 'imported', reason: null },
      { ...gone, phone: '13035550143', source: 'added', reason: 'Signed up' },
    ];
    const told = await lists.numbers.removedSince('told', clock.now(), 10);
    expect(told.toSorted((one, other) => (one.view.phone < other.view.phone ? -1 : 1))).toMatchObject(
      removed.map((view) => ({ isListed: false, view })),
    );
    expect(new Set(told.map(({ view }) => view.added_at)).size).toBe(2);
    clock.advance(1);
    expect(await lists.numbers.removedSince('told', clock.now(), 10)).toEqual([]);
  });

  test('tells of a removal whose process died before it that the number is still listed', async () => {
    const store = new SuppressionStore(lists.models[0]);
    await listOf('died').add({ phone: '2025550143' });
    const died = { find: store.find.bind(store), remove: () => Promise.reject(new Error('died')) };
    const removal = { viaApiKey: true, network: '192.0.2.1' };
    const deps = { store: died, removals: new RemovalStore(lists.models[1]), clock };
    await expect(removeNumber(deps, 'died', '12025550143', removal)).rejects.toThrow('died');
    expect(await lists.numbers.removedSince('died', clock.now(), 10)).toMatchObject([{ isListed: true }]);
    await listOf('died').remove({ phone: '2025550143' });
    expect(await lists.numbers.removedSince('died', clock.now(), 10)).toMatchObject([{ isListed: false }]);
  });

  test('is read by the engine and by a search from an index alone', async () => {
    await lists.doNotCall.addReported({ userId: 'indexed', campaignName: 'Spring', phones: numbered(500) });
    const asked = { userId: { $in: ['indexed', 'operator'] }, phone: { $in: numbered(50) } };
    const [model] = lists.models;
    const stats = async (filter: Record<string, unknown>) => {
      const plan = await model.find(filter, { _id: 0, phone: 1 }).explain('executionStats');
      return (plan as unknown as { executionStats: Record<string, number> }).executionStats;
    };
    expect(await stats(asked)).toMatchObject({ nReturned: 50, totalDocsExamined: 0 });
    expect(await stats({ userId: 'indexed', phone: { $regex: '20000' } })).toMatchObject({
      totalDocsExamined: 0,
    });
  });
});
