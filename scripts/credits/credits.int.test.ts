import { createIndexes } from '#server/composition/indexes.ts';
import { parseString } from 'fast-csv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanId } from '#shared/plans.ts';
import { createCreditEventModel, storedEvents } from '#server/credits/stream/credit-event-store.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { campaign } from '#server/credits/testing/given.ts';
import { newId } from '#server/lib/ids.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { runBuilt } from '#server/testing/crash/run-built.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';

const EMAIL = 'Ann@example.com';
const streamId = newId();
let script: string;
let database: TestDatabase;

beforeAll(async () => {
  ({ credits: script } = await buildHark());
  database = await testDatabase();
  const { connection } = database;
  const { credits } = composeTestFeatures(connection);
  await createIndexes(credits);
  await connection
    .collection<Record<string, string> & { _id: string }>('users')
    .insertOne({ _id: 'ann', email: EMAIL, emailLower: EMAIL.toLowerCase(), streamId });
  await insertInvoice('in_1', 'launch');
  const start = new Date('2026-11-01T00:00:00Z');
  await credits.ledger.execute(streamId, {
    type: 'grant',
    key: 'grant:invoice:in_1',
    plan: 'launch',
    source: { kind: 'invoice', id: 'in_1' },
    period: { id: 'in_1', start },
  });
  await credits.close();
}, 120_000);
afterAll(() => database.stop());

/** A paid invoice that billing has granted credits for. */
async function insertInvoice(id: string, plan: PlanId): Promise<void> {
  const paid = { streamId, plan, planTotal: 1, reason: 'first', status: 'paid', outcome: 'granted' };
  await database.connection.collection<{ _id: string }>('billing_invoices').insertOne({ _id: id, ...paid });
}

/** Runs `npm run credits -- …` in its own process. */
const credits = (...args: string[]) => runBuilt(script, database.uri, args);

test(
  'support corrects a balance, replays and exports a stream, and the audit agrees',
  { timeout: 240_000 },
  async () => {
    const adjusted = await credits(
      'adjust',
      EMAIL.toLowerCase(),
      '-500',
      '--reason',
      '=charged twice',
      '--id',
      'case-7',
    );
    expect(adjusted).toMatchObject({ code: 0, err: '' });
    expect(adjusted.out).toContain('adjusted by -500 (version 2, id case-7): 19,500 available, 0 held.');

    const again = await credits(
      'adjust',
      EMAIL,
      '-500',
      '--reason',
      '=charged twice',
      '--id',
      'case-7',
      '--json',
    );
    expect(JSON.parse(again.out)).toMatchObject({
      version: 2,
      repeated: true,
      balance: { available: 19_500 },
    });

    const refused = await credits('adjust', EMAIL, '-20000', '--reason', 'typo');
    expect(refused).toMatchObject({
      code: 1,
      out: 'Refused: 20,000 are to be taken, 19,500 are available.\n',
    });

    const shown = { projection: { _id: 0, type: 1, detail: 1 } };
    const events = database.connection
      .collection('account_events')
      .find({ uid: 'ann' }, shown)
      .sort({ at: 1 });
    expect(await events.toArray()).toEqual([
      { type: 'support_action', detail: { action: 'Correction of -500 credits', reason: '=charged twice' } },
      { type: 'support_action', detail: { action: 'Correction of -20,000 credits', reason: 'typo' } },
    ]);

    const replayed = await credits('replay', EMAIL);
    expect(replayed.code).toBe(0);
    expect(replayed.out.split('\n')).toEqual([
      expect.stringMatching(/^NO {2}TIME \(UTC\) +TYPE +CREDITS +CALLS +AVAILABLE +HELD +DEBT +KEY +NOTE$/),
      expect.stringMatching(
        /^ 1 {2}2\d{3}-.* grant +\+20,000 +20,000 +0 +0 +grant:invoice:in_1 +Launch plan$/,
      ),
      expect.stringMatching(/^ 2 {2}2\d{3}-.* adjust +-500 +19,500 +0 +0 +adjust:case-7 +=charged twice$/),
      '2 events: 19,500 available, 0 held.',
      '',
    ]);
    const first = await credits('replay', EMAIL, '--until', '1', '--json');
    expect(JSON.parse(first.out)).toMatchObject({ events: [{ version: 1 }], balance: { available: 20_000 } });
    const none = await credits('replay', EMAIL, '--until', '2020-01-01');
    expect(none.out).toContain('0 events: 0 available, 0 held.');
    const whole = await credits('replay', EMAIL, '--json');
    expect(whole.out).toBe(`${JSON.stringify(JSON.parse(whole.out), undefined, 2)}\n`);
    const later = await credits('replay', EMAIL, '--since', '2999-01-01');
    expect(later.out).toMatch(/\n0 events: 19,500 available, 0 held\.\n$/);

    const exported = await credits('export', EMAIL);
    const rows: Record<string, string>[] = [];
    for await (const row of parseString(exported.out, { headers: true }))
      rows.push(row as Record<string, string>);
    expect(rows).toMatchObject([
      { version: '1', type: 'grant', amount: '20000' },
      { version: '2', type: 'adjust', amount: '-500', note: "'=charged twice", available: '19500' },
    ]);
    const json = await credits('export', EMAIL, '--json');
    expect(JSON.parse(json.out)).toMatchObject([{ version: 1 }, { version: 2, key: 'adjust:case-7' }]);

    const audited = await credits('audit');
    expect(audited).toEqual({ code: 0, out: 'Audited 1 stream, 2 events: no differences.\n', err: '' });
    const rest = await credits('audit', '--from', `${streamId}0`);
    expect(rest.out).toBe('Audited no streams, no events: no differences.\n');
  },
);

test('the audit reports tampered events and exits with 1', { timeout: 120_000 }, async () => {
  const events = storedEvents(createCreditEventModel(database.connection));
  await events.updateOne({ streamId, version: 1 }, { $set: { 'balance.available': 25_000 } });
  const { code, out } = await credits('audit', EMAIL);
  expect(code).toBe(1);
  expect(out).toMatch(/^Ann@example.com {2}version 1 grant:invoice:in_1 is not as the ledger wrote it: /);
  expect(out).toMatch(/Audited 1 stream, 2 events: 1 difference\.\n$/);
  const later = await credits('audit', EMAIL, '--since', '2999-01-01');
  expect(later).toMatchObject({ code: 0, out: 'Audited 1 stream, 2 events: no differences.\n' });
  const before = await credits('audit', EMAIL, '--until', '2020-01-01');
  expect(before).toMatchObject({ code: 0, out: 'Audited 1 stream, no events: no differences.\n' });
  await events.updateOne({ streamId, version: 1 }, { $set: { 'balance.available': 20_000 } });
});

test(
  'the audit reports a missing event of an invoice and an event without a cause',
  { timeout: 120_000 },
  async () => {
    await insertInvoice('in_2', 'scale');
    const { credits: feature } = composeTestFeatures(database.connection);
    await feature.ledger.execute(streamId, campaign('nobodys').hold(1));
    await feature.close();
    const { code, out } = await credits('audit', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      differences: [
        { user: EMAIL, kind: 'missing', key: 'grant:invoice:in_2' },
        { user: EMAIL, kind: 'uncaused', key: 'hold:nobodys:1:1' },
      ],
    });
  },
);

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
