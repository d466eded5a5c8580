import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCreditEventModel, storedEvents } from '#server/features/credits/stream/credit-event-store.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { EMAIL, startCreditsCommand, type CreditsCommandTest } from './credits-harness.ts';

let database: CreditsCommandTest['database'];
let streamId: string;
let credits: CreditsCommandTest['credits'];
beforeAll(async () => {
  ({ database, streamId, credits } = await startCreditsCommand());
}, 120_000);
afterAll(() => database.stop());

test('a part of a stream is replayed, exported and audited, also as JSON', { timeout: 240_000 }, async () => {
  await credits('adjust', EMAIL, '-500', '--reason', '=charged twice', '--id', 'case-7');
  const first = await credits('replay', EMAIL, '--until', '1', '--json');
  expect(JSON.parse(first.out)).toMatchObject({ events: [{ version: 1 }], balance: { available: 20_000 } });
  const none = await credits('replay', EMAIL, '--until', '2020-01-01');
  expect(none.out).toContain('0 events: 0 available, 0 held.');
  const whole = await credits('replay', EMAIL, '--json');
  expect(whole.out).toBe(`${JSON.stringify(JSON.parse(whole.out), undefined, 2)}\n`);
  const later = await credits('replay', EMAIL, '--since', '2999-01-01');
  expect(later.out).toMatch(/\n0 events: 19,500 available, 0 held\.\n$/);

  const json = await credits('export', EMAIL, '--json');
  expect(JSON.parse(json.out)).toMatchObject([{ version: 1 }, { version: 2, key: 'adjust:case-7' }]);

  const rest = await credits('audit', '--from', `${streamId}0`);
  expect(rest.out).toBe('Audited no streams, no events: no differences.\n');
});

test('the audit leaves out events before and after a time', { timeout: 120_000 }, async () => {
  const events = storedEvents(createCreditEventModel(database.connection));
  await events.updateOne({ streamId, version: 1 }, { $set: { 'balance.available': 25_000 } });
  const later = await credits('audit', EMAIL, '--since', '2999-01-01');
  expect(later).toMatchObject({ code: 0, out: 'Audited 1 stream, 2 events: no differences.\n' });
  const before = await credits('audit', EMAIL, '--until', '2020-01-01');
  expect(before).toMatchObject({ code: 0, out: 'Audited 1 stream, no events: no differences.\n' });
  await events.updateOne({ streamId, version: 1 }, { $set: { 'balance.available': 20_000 } });
});

test('the audit reports the campaign of an unfinished settlement', { timeout: 120_000 }, async () => {
  const collection = (name: string) =>
    database.connection.collection<{ _id: string } & Record<string, unknown>>(name);
  await collection('campaigns').insertOne({ _id: 'c1', name: 'Spring', streamId, status: 'Deleted' });
  const settlement = { campaignId: 'c1', n: 1, contacts: [], delivered: 2, at: new Date('2026-11-01') };
  await collection('settlements').insertOne({ _id: 'c1:1', ...settlement });
  // Delivered after the hold was released, so nothing is charged.
  await collection('settlements').insertOne({ ...settlement, _id: 'c1:2', n: 2, uncharged: true });
  const { code, out } = await credits('audit', EMAIL);
  expect(code).toBe(1);
  expect(out).toContain(
    'deduct:c1:1 is missing: settlement c1:1 of campaign "Spring", unfinished since 2026-11-01T00:00:00.000Z,',
  );
  expect(out).not.toContain('deduct:c1:2');
});

test('a refund is replayed and exported, and the audit finds its cause', { timeout: 120_000 }, async () => {
  const source = { kind: 'refund' as const, id: 're_1' };
  const reason = 'Refund of $195 for invoice HARK-0001';
  const { credits: feature } = composeTestFeatures(database.connection);
  for (const n of ['1', '2']) {
    const key = `refund:in_1:${n}`;
    await feature.ledger.execute(streamId, { type: 'refund', key, amount: -19_500, source, reason });
  }
  await feature.close();
  const step = { _id: 'in_1:1', invoiceId: 'in_1', n: 1, streamId, kind: 'refund', sourceId: 're_1' };
  await database.connection
    .collection<{ _id: string }>('billing_refund_steps')
    .insertOne({ ...step, credits: -19_500, at: new Date(), doneAt: new Date() } as { _id: string });

  const replayed = await credits('replay', EMAIL);
  expect(replayed.out).toMatch(/ refund +-19,500 .* refund:in_1:1 +Refund of \$195 for invoice HARK-0001$/m);
  expect(replayed.out).toMatch(/ owed\.\n$/);
  const exported = await credits('export', EMAIL);
  expect(exported.out).toMatch(/,refund,-19500,,,refund:in_1:1,Refund of \$195 for invoice HARK-0001,/);
  const { out } = await credits('audit', EMAIL, '--json');
  const { differences } = JSON.parse(out) as { differences: { key: string }[] };
  expect(differences.filter(({ key }) => key.startsWith('refund:'))).toMatchObject([
    { kind: 'uncaused', key: 'refund:in_1:2', text: 'has no cause among the refunds' },
  ]);
});

test('a usage error prints one line and exits with 2', { timeout: 120_000 }, async () => {
  const results = await Promise.all([
    credits('replay', 'nobody@example.com'),
    credits('adjust', EMAIL, 'NaN', '--reason', 'x'),
    credits('audit', 'nobody@example.com'),
  ]);
  expect(results).toEqual([
    { code: 2, out: '', err: 'No user has the e-mail address nobody@example.com.\n' },
    { code: 2, out: '', err: expect.stringMatching(/^AMOUNT: [^\n]*\n$/) as unknown },
    { code: 2, out: '', err: 'No user has the e-mail address nobody@example.com.\n' },
  ]);
});

test('the stream of an erased account is replayed by its id', { timeout: 120_000 }, async () => {
  const users = database.connection.collection<{ _id: string }>('users');
  await users.updateOne({ _id: 'ann' }, { $set: { closingAt: new Date() } });
  const replayed = await credits('replay', streamId, '--until', '1');
  expect(replayed.out).toContain('1 event: 20,000 available, 0 held.');
  const unknown = await credits('replay', 'nothing');
  expect(unknown).toMatchObject({ code: 2, err: 'There is no user or stream "nothing".\n' });
});
