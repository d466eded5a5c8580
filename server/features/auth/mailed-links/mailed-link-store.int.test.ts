import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createMailedLinkModel, createMailedLinks, type MailedLinks } from './mailed-link-store.ts';

let database: TestDatabase;
let links: MailedLinks;
let clock: ReturnType<typeof createTestClock>;
let model: ReturnType<typeof createMailedLinkModel>;
beforeAll(async () => {
  database = await testDatabase();
  model = createMailedLinkModel(database.connection);
  await createIndexes({ models: [model] });
});
afterAll(() => database.stop());
beforeEach(async () => {
  await model.deleteMany({});
  clock = createTestClock(new Date('2026-11-20T09:30:00Z'));
  links = createMailedLinks(model, clock);
});

type Kind = Parameters<MailedLinks['issue']>[0];
const issue = (kind: Kind, uid = 'ana') => links.issue(kind, { uid, email: `${uid}@example.com` });

/** Opens a link as its mail does; returns whether it worked. */
async function open(kind: Kind, secret: string): Promise<boolean> {
  const link = await links.find(kind, secret);
  return link !== undefined && links.redeem(link);
}

test.each<[Kind, number]>([
  ['verify-email', 24],
  ['reset-password', 1],
  ['change-email', 1],
])('a link of kind %s works once, for %i hours, and as no other kind', async (kind, hours) => {
  const other: Kind = kind === 'verify-email' ? 'reset-password' : 'verify-email';
  const secret = await issue(kind);
  expect(await open(other, secret)).toBe(false);
  expect(await open(kind, 'another secret')).toBe(false);
  const both = await Promise.all([open(kind, secret), open(kind, secret)]);
  expect(both.filter(Boolean)).toHaveLength(1);
  const [inTime, late] = [await issue(kind, 'bob'), await issue(kind, 'eve')];
  clock.advance(hours * HOUR_MS - 1);
  expect(await open(kind, inTime)).toBe(true);
  clock.advance(1);
  expect(await open(kind, late)).toBe(false);
});

test.each<[Kind, boolean]>([
  ['verify-email', true],
  ['reset-password', false],
  ['change-email', false],
])('an earlier link of kind %s still works after a newer one: %s', async (kind, works) => {
  const [earlier, ofAnother] = [await issue(kind), await issue(kind, 'bob')];
  const newer = await issue(kind);
  expect(await open(kind, earlier)).toBe(works);
  expect([await open(kind, newer), await open(kind, ofAnother)]).toEqual([true, true]);
});

test('a link of one kind voids none of another, and those of a user are erased alone', async () => {
  const reset = await issue('reset-password');
  await issue('change-email');
  expect(await open('reset-password', reset)).toBe(true);
  const [mine, ofAnother] = [await issue('reset-password'), await issue('reset-password', 'bob')];
  await links.eraseAll('ana');
  expect(await open('reset-password', mine)).toBe(false);
  expect(await open('reset-password', ofAnother)).toBe(true);
});
