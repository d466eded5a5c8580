import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createVoiceModel, type VoiceModel, type VoiceRecord } from '../voice-store.ts';
import { createCloneStore, type CloneResult, type CloneStore } from './clone-store.ts';

let database: TestDatabase;
let model: VoiceModel;
let store: CloneStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createVoiceModel(database.connection);
  store = createCloneStore(model);
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:31:00Z');
const FAILED: CloneResult = { kind: 'failed', failure: 'No voice was found.', warnings: ['Short'] };
const POSTPONED: CloneResult = { kind: 'postponed', problem: 'Busy', dueAt: LATER, warnings: ['Short'] };
const CLONED: CloneResult = { kind: 'cloned', providerVoiceId: 'clone', warnings: ['Short'] };

const voice = (_id: string, fields: Partial<VoiceRecord> = {}) =>
  model.create({
    _id,
    userId: 'ana',
    state: 'active',
    title: 'Ann',
    avatar: 0,
    createdAt: NOW,
    uploadUntil: NOW,
    ...fields,
  });
const found = (_id: string) => model.findById(_id).lean();
const claim = (vid: string, lease: string, early = false) =>
  store.claim(vid, { lease, now: NOW, leaseUntil: LATER, early });

test.each([FAILED, POSTPONED])(
  'an attempt that lost its lease does not end another: $kind',
  async (result) => {
    await voice('v');
    await claim('v', 'first');
    await model.updateOne({ _id: 'v' }, { $set: { 'clone.lease': 'second' } });
    expect(await store.end('v', 'first', result, NOW)).toBeUndefined();
    const { clone, warnings } = (await found('v')) ?? {};
    expect(clone).toEqual({ count: 1, lease: 'second', dueAt: LATER });
    expect(warnings).toBeUndefined();
    await store.end('v', 'second', result, NOW);
    expect((await found('v'))?.clone).not.toHaveProperty('lease');
    expect((await found('v'))?.warnings).toEqual(['Short']);
  },
);

test('a clone counts whatever the lease, but only the first of an active voice', async () => {
  await voice('v', { clone: { count: 1, lease: 'second', dueAt: LATER, problem: 'Busy' } });
  expect(await store.end('v', 'first', CLONED, NOW)).toBe('clone');
  expect((await found('v'))?.clone).toEqual({ count: 1, endedAt: NOW });
  expect(await store.end('v', 'second', { ...CLONED, providerVoiceId: 'other' }, NOW)).toBe('clone');
  await voice('gone', { state: 'deleting', clone: { count: 1, lease: 'l' } });
  expect(await store.end('gone', 'l', CLONED, NOW)).toBeUndefined();
  expect(await found('gone')).not.toHaveProperty('providerVoiceId');
});

test('one attempt at a time, of a voice that still needs a clone', async () => {
  await voice('v');
  const both = await Promise.all([claim('v', 'first'), claim('v', 'second')]);
  expect(both.filter((claimed) => claimed !== undefined)).toHaveLength(1);
  expect(await claim('v', 'third', true)).toBeUndefined();
  for (const [_id, fields] of Object.entries<Partial<VoiceRecord>>({
    pending: { state: 'pending' },
    deleting: { state: 'deleting' },
    cloned: { providerVoiceId: 'clone' },
    failed: { clone: { count: 1, failure: 'x' } },
  })) {
    await voice(_id, fields);
    expect([await claim(_id, 'l'), await claim(_id, 'l', true)]).toEqual([undefined, undefined]);
  }
});

test('a postponed attempt waits for its time, except for a campaign; a failed one for its owner', async () => {
  await voice('v');
  await claim('v', 'first');
  await store.end('v', 'first', POSTPONED, NOW);
  expect(await store.due(NOW, 10)).toEqual([]);
  expect(await store.due(LATER, 10)).toEqual(['v']);
  expect(await claim('v', 'second')).toBeUndefined();
  expect(await store.retry('v', NOW)).toBe(false);
  expect((await claim('v', 'third', true))?.clone).toMatchObject({ count: 2, lease: 'third' });
  await store.end('v', 'third', FAILED, NOW);
  expect(await store.due(LATER, 10)).toEqual([]);
  expect(await store.retry('v', NOW)).toBe(true);
  expect((await found('v'))?.clone).toEqual({ count: 1, dueAt: NOW });
});

test('a lease is prolonged by its attempt alone', async () => {
  await voice('v', { clone: { count: 1, lease: 'first', dueAt: NOW } });
  await store.renew('v', 'other', LATER);
  expect((await found('v'))?.clone?.dueAt).toEqual(NOW);
  await store.renew('v', 'first', LATER);
  expect((await found('v'))?.clone?.dueAt).toEqual(LATER);
});
