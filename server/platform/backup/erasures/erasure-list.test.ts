import { expect, test } from 'vitest';
import { ErasureList, type Erasure } from './erasure-list.ts';

const DAY = '2026-11-29';

/** A store that keeps its keys; with `fails` it takes nothing. */
function storeOf(keys: string[], fails = false) {
  return {
    keys,
    put: (key: string) => (fails ? Promise.reject(new Error('away')) : Promise.resolve(void keys.push(key))),
    list: (prefix: string, after = '') =>
      Promise.resolve(
        keys
          .filter((key) => key.startsWith(prefix) && key > after)
          .toSorted()
          .slice(0, 2)
          .map((key) => ({ key, modifiedAt: new Date(0), size: 0 })),
      ),
  };
}

async function allOf(list: ErasureList): Promise<Erasure[]> {
  const all = [];
  for await (const erasure of list.all()) all.push(erasure);
  return all;
}

test('an account is listed once, with its first day, in all stores', async () => {
  const [store, copy] = [storeOf([]), storeOf([])];
  const list = new ErasureList(store, [copy]);
  for (const day of [DAY, '2026-11-30']) await list.add({ uid: 'ana', day });
  expect([store.keys, copy.keys]).toEqual([[`erasures/ana.${DAY}`], [`erasures/ana.${DAY}`]]);
});

test('an account is not listed until the copies have it', async () => {
  const [store, copy] = [storeOf([]), storeOf([], true)];
  await expect(new ErasureList(store, [copy]).add({ uid: 'ana', day: DAY })).rejects.toThrow('away');
  expect(store.keys).toEqual([]);
});

test('all pages are read, and what is no entry is not', async () => {
  const uids = ['ana', 'ben', 'cleo', 'dan', 'eve'];
  const list = new ErasureList(storeOf(['erasures/notes.txt', 'exports/ana.zip']));
  for (const uid of uids) await list.add({ uid, day: DAY });
  expect(await allOf(list)).toEqual(uids.map((uid) => ({ uid, day: DAY })));
});

test('an account whose id begins as that of another is listed too', async () => {
  const list = new ErasureList(storeOf([]));
  for (const uid of ['ana-maria', 'ana']) await list.add({ uid, day: DAY });
  expect(await allOf(list)).toHaveLength(2);
});
