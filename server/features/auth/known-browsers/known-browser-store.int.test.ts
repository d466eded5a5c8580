import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import {
  createKnownBrowserModel,
  createKnownBrowsers,
  MAX_KNOWN_BROWSERS,
  type KnownBrowsers,
} from './known-browser-store.ts';

let database: TestDatabase;
let browsers: KnownBrowsers;
const clock = createTestClock(new Date('2026-11-20T09:30:00Z'));
beforeAll(async () => {
  database = await testDatabase();
  browsers = createKnownBrowsers(createKnownBrowserModel(database.connection), clock);
});
afterAll(() => database.stop());
beforeEach(() => database.connection.dropDatabase());

const isKnown = async (uid: string | undefined, ...secrets: string[]) =>
  (await browsers.find(uid, secrets)) !== undefined;

test('a browser is known to the account alone that signed in with it', async () => {
  const { secret, id, isNew } = await browsers.remember('ana', []);
  expect(isNew).toBe(true);
  expect(await browsers.find('ana', ['unknown', secret])).toEqual({ id, secret });
  expect([await isKnown('bob', secret), await isKnown(undefined, secret)]).toEqual([false, false]);
  expect(await browsers.remember('ana', [secret])).toEqual({ id, secret, isNew: false });
  const bobs = await browsers.remember('bob', [secret]);
  expect(bobs).toMatchObject({ isNew: true });
  expect(bobs.secret).not.toBe(secret);
});

test('a browser is known for a year after its last use', async () => {
  const { secret } = await browsers.remember('ana', []);
  clock.advance(364 * DAY_MS);
  expect((await browsers.remember('ana', [secret])).isNew).toBe(false);
  clock.advance(364 * DAY_MS);
  expect(await isKnown('ana', secret)).toBe(true);
  clock.advance(DAY_MS);
  expect(await isKnown('ana', secret)).toBe(false);
});

test('forgetting concerns one browser of the user, or all but the one at hand', async () => {
  const one = await browsers.remember('ana', []);
  const two = await browsers.remember('ana', []);
  const three = await browsers.remember('ana', []);
  const bobs = await browsers.remember('bob', []);
  await browsers.forget('bob', one.id);
  expect(await isKnown('ana', one.secret)).toBe(true);
  await browsers.forget('ana', one.id);
  expect([await isKnown('ana', one.secret), await isKnown('ana', two.secret)]).toEqual([false, true]);
  await browsers.forgetAll('ana', [two.secret]);
  expect([await isKnown('ana', two.secret), await isKnown('ana', three.secret)]).toEqual([true, false]);
  await browsers.forgetAll('ana');
  expect([await isKnown('ana', two.secret), await isKnown('bob', bobs.secret)]).toEqual([false, true]);
});

test('one browser too many replaces the one of the user that was used least recently', async () => {
  const bobs = await browsers.remember('bob', []);
  const secrets: string[] = [];
  for (let n = 0; n < MAX_KNOWN_BROWSERS; n += 1) {
    clock.advance(1_000);
    secrets.push((await browsers.remember('ana', [])).secret);
  }
  clock.advance(1_000);
  const [first = '', second = ''] = secrets;
  await browsers.remember('ana', [first]);
  clock.advance(1_000);
  await browsers.remember('ana', []);
  expect([await isKnown('ana', first), await isKnown('ana', second)]).toEqual([true, false]);
  expect(await isKnown('bob', bobs.secret)).toBe(true);
});
