import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createPreviewModel, PreviewStore, type PreviewModel, type PreviewRecord } from './preview-store.ts';

let database: TestDatabase;
let model: PreviewModel;
let store: PreviewStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createPreviewModel(database.connection);
  store = new PreviewStore(model);
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:31:00Z');

async function stored(_id: string, fields: Partial<PreviewRecord> = {}): Promise<PreviewRecord> {
  const preview = {
    userId: 'ana',
    voiceId: 'v',
    state: 'making',
    attempts: 0,
    dueAt: NOW,
    ...fields,
  } as const;
  await model.create({ _id, ...preview });
  return { _id, ...preview };
}
const stateOf = async (id: string) => (await store.byId(id))?.state;
const ids = (previews: readonly PreviewRecord[]) => previews.map(({ _id }) => _id);
const beginning = { _id: 'p', userId: 'ana', voiceId: 'v', text: 'Hi', counted: true, dueAt: NOW };

test('a preview is claimed for erasure only as it was read', async () => {
  const read = await stored('p', { state: 'ready' });
  await store.restart(read, { ...beginning, dueAt: LATER });
  expect(await store.claimErasure(read, LATER)).toBeUndefined();
  expect(await stateOf('p')).toBe('making');

  const ready = await stored('q', { state: 'ready' });
  const both = await Promise.all([store.claimErasure(ready, LATER), store.claimErasure(ready, LATER)]);
  expect(both.filter((claimed) => claimed !== undefined)).toMatchObject([
    { _id: 'q', state: 'erased', dueAt: LATER },
  ]);

  // Prolonged by another eraser, in the same state.
  const erased = await stored('r', { state: 'erased' });
  await model.updateOne({ _id: 'r' }, { $set: { dueAt: LATER } });
  expect(await store.claimErasure(erased, LATER)).toBeUndefined();
});

test('a preview is made anew only as it was read, and not before its recording is gone', async () => {
  const failed = await stored('p', { state: 'failed', reason: 'x', attempts: 3, holder: 'w', spoken: 's' });
  expect(await store.restart({ ...failed, dueAt: LATER }, beginning)).toBe(false);
  expect(await store.restart({ ...failed, state: 'ready' }, beginning)).toBe(false);
  expect(await store.restart(failed, beginning)).toBe(true);
  const again = await store.byId('p');
  expect(again).toMatchObject({ state: 'making', attempts: 0, text: 'Hi', dueAt: NOW });
  for (const field of ['holder', 'spoken', 'reason', 'seconds']) expect(again).not.toHaveProperty(field);

  const held = await stored('q', { state: 'erased', dueAt: LATER });
  await store.restart(held, { ...beginning, _id: 'q' });
  expect(await store.byId('q')).toMatchObject({ state: 'making', dueAt: LATER });
});

test('only the holder of a preview that is being made prolongs or ends making it', async () => {
  await stored('p');
  expect(await store.claim('ana', new Date(NOW.getTime() - 1), LATER, 'w1')).toBeUndefined();
  expect(await store.claim('bob', NOW, LATER, 'w1')).toBeUndefined();
  const first = await store.claim('ana', NOW, LATER, 'w1');
  if (first === undefined) throw new Error('not claimed');
  expect(await store.claim('ana', NOW, LATER, 'w2')).toBeUndefined();
  const other = { ...first, holder: 'w2' };
  const done = { spoken: 's', seconds: 2, dueAt: LATER };
  expect(await store.renew(other, LATER)).toBe(false);
  expect(await store.finish(other, done)).toBe(false);
  expect(await store.renew(first, LATER)).toBe(true);
  expect(await store.finish(first, done)).toBe(true);
  expect(await store.byId('p')).toMatchObject({ state: 'ready', ...done, attempts: 1 });
  expect(await store.byId('p')).not.toHaveProperty('text');
  expect(await store.renew(first, LATER)).toBe(false);
  expect(await store.finish(first, { reason: 'late', dueAt: NOW })).toBe(false);
  expect(await store.claim('ana', LATER, LATER, 'w1')).toBeUndefined();
});

test('erasing concerns one user, or one voice of the user, and waits for who makes one', async () => {
  await stored('mine', { state: 'ready', spoken: 's' });
  await stored('held', { holder: 'w', text: 'Hi' });
  await stored('other voice', { state: 'ready', voiceId: 'w' });
  await stored('of another', { state: 'ready', userId: 'bob' });
  await store.erase({ userId: 'ana', voiceId: 'v' }, NOW, LATER);
  expect(await store.byId('held')).toMatchObject({ state: 'erased', dueAt: LATER });
  expect(await store.byId('held')).not.toHaveProperty('text');
  expect(ids(await store.erased({ userId: 'ana', voiceId: 'v' }, NOW, 10))).toEqual(['mine']);
  expect(ids(await store.erased({ userId: 'ana', voiceId: 'v' }, LATER, 10))).toHaveLength(2);
  expect(await store.erased({ userId: 'ana', voiceId: 'w' }, LATER, 10)).toEqual([]);
  expect(await store.erased({ userId: 'bob' }, LATER, 10)).toEqual([]);
  expect(await stateOf('other voice')).toBe('ready');
  await store.erase({ userId: 'ana' }, NOW, LATER);
  expect(await stateOf('other voice')).toBe('erased');
  expect(await stateOf('of another')).toBe('ready');
});

test('a record goes after its recording, unless it was claimed or asked for meanwhile', async () => {
  const read = await stored('p', { state: 'erased' });
  await store.remove({ ...read, dueAt: LATER }, NOW);
  expect(await stateOf('p')).toBe('erased');
  expect(await store.remove(read, NOW)).toBe(false);
  expect(await stateOf('p')).toBeUndefined();

  const held = await stored('q', { state: 'erased', dueAt: LATER });
  await store.restart(held, { ...beginning, _id: 'q' });
  expect(await store.remove(held, NOW)).toBe(true);
  expect(await store.byId('q')).toMatchObject({ state: 'making', dueAt: NOW });
});

test('the sweep makes what nobody makes and erases what is over, the longest due first', async () => {
  const before = (ms: number) => new Date(NOW.getTime() - ms);
  await stored('making', { dueAt: before(1) });
  await stored('making longer', { dueAt: before(2) });
  await stored('being made', { dueAt: LATER });
  for (const [index, state] of (['ready', 'failed', 'erased'] as const).entries()) {
    await stored(state, { state, dueAt: before(index), spoken: state });
    await stored(`${state} later`, { state, dueAt: LATER });
  }
  await stored('of another', { userId: 'bob', dueAt: LATER });
  expect(await store.toMake(NOW)).toEqual(['ana']);
  expect(await store.nextDue('ana')).toEqual(before(2));
  expect(await store.nextDue('bob')).toEqual(LATER);
  expect((await store.claim('ana', NOW, LATER, 'w'))?._id).toBe('making longer');
  expect(ids(await store.toErase(NOW, 10))).toEqual(['erased', 'failed', 'ready']);
  expect(ids(await store.toErase(NOW, 2))).toEqual(['erased', 'failed']);
  expect((await store.bySpoken('ready'))?._id).toBe('ready');
  expect(await store.bySpoken('erased')).toBeUndefined();
  expect([await store.hasAny('ana'), await store.hasAny('eve')]).toEqual([true, false]);
});

test('a preview is inserted once', async () => {
  expect(await store.insert(beginning)).toBe(true);
  expect(await store.insert({ ...beginning, text: 'Other' })).toBe(false);
  expect(await store.byId('p')).toMatchObject({ state: 'making', text: 'Hi', counted: true });
});
