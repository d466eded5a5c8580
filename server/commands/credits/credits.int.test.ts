import { parseString } from 'fast-csv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCreditEventModel, storedEvents } from '#server/features/credits/stream/credit-event-store.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { createUpkeepModel, UpkeepStore } from '#server/platform/observability/upkeep/upkeep-store.ts';
import { campaign } from '#server/features/credits/testing/given.ts';
import { EMAIL, startCreditsCommand, type CreditsCommandTest } from './credits-harness.ts';

let database: CreditsCommandTest['database'];
let streamId: string;
let credits: CreditsCommandTest['credits'];
let insertInvoice: CreditsCommandTest['insertInvoice'];
beforeAll(async () => {
  ({ database, streamId, credits, insertInvoice } = await startCreditsCommand());
}, 120_000);
afterAll(() => database.stop());

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

    const exported = await credits('export', EMAIL);
    const rows: Record<string, string>[] = [];
    for await (const row of parseString(exported.out, { headers: true }))
      rows.push(row as Record<string, string>);
    expect(rows).toMatchObject([
      { version: '1', type: 'grant', amount: '20000' },
      { version: '2', type: 'adjust', amount: '-500', note: "'=charged twice", available: '19500' },
    ]);

    const audited = await credits('audit');
    expect(audited).toEqual({ code: 0, out: 'Audited 1 stream, 2 events: no differences.\n', err: '' });
    expect(await recorded()).toMatchObject({ differences: 0 });
  },
);

/** What the metrics show of the last audit. */
const recorded = () => new UpkeepStore(createUpkeepModel(database.connection)).last('audit');

test('the audit reports tampered events and exits with 1', { timeout: 120_000 }, async () => {
  const events = storedEvents(createCreditEventModel(database.connection));
  await events.updateOne({ streamId, version: 1 }, { $set: { 'balance.available': 25_000 } });
  const { code, out } = await credits('audit', EMAIL);
  expect(code).toBe(1);
  expect(out).toMatch(/^Ann@example.com {2}version 1 grant:invoice:in_1 is not as the ledger wrote it: /);
  expect(out).toMatch(/Audited 1 stream, 2 events: 1 difference\.\n$/);
  await events.updateOne({ streamId, version: 1 }, { $set: { 'balance.available': 20_000 } });
  expect(await credits('audit', EMAIL)).toMatchObject({ code: 0 });
  // Others were not audited.
  expect(await recorded()).toMatchObject({ differences: 1 });
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
