import { describe, expect, test } from 'vitest';
import type { CreditEvent } from '../events.ts';
import { eventHash, type StoredDocument } from '../stream/hash.ts';
import { MemoryStream } from '../testing/memory-stream.ts';
import { adjustBy, campaign, grantOf } from '../testing/given.ts';
import { auditStream, type AuditOptions, type AuditStore } from './audit.ts';
import type { AuditRange } from './audit-range.ts';
import type { AuditSource, ExpectedEvent } from './audit-source.ts';

const STREAM = 'stream';
const { hold, deduct, release } = campaign('c1');
const COMMANDS = [
  grantOf('launch'),
  hold(10),
  deduct(3),
  adjustBy(5),
  release('rest'),
  campaign('c2').hold(2),
];
const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));

/** Returns the documents of a stream, one event an hour from 1:00 on. */
function written(): CreditEvent[] {
  const stream = new MemoryStream();
  COMMANDS.forEach((command, n) => {
    stream.execute(command, at(n + 1));
  });
  return stream.events;
}

/** The store of one stream; `reads` counts how often it was read from its beginning. */
function storeOf(documentsOf: () => readonly StoredDocument[], head?: { version: number; hash: string }) {
  const counted = { reads: 0 };
  const store: AuditStore = {
    streams: () => expect.fail('not here'),
    open: () => {
      counted.reads += 1;
      const documents = documentsOf();
      async function* batches() {
        for (const document of documents) yield await Promise.resolve([document]);
      }
      const checkpoint = head && { _id: STREAM, ...head };
      return Promise.resolve({ checkpoint, batches: batches() });
    },
    find: (_, keys) => Promise.resolve(documentsOf().filter(({ key }) => keys.includes(String(key)))),
  };
  return { store, counted };
}

interface Audited extends AuditOptions {
  sources?: AuditSource[];
  head?: { version: number; hash: string };
}

function audit(documents: readonly StoredDocument[], { sources = [], head, ...options }: Audited = {}) {
  return auditStream(storeOf(() => documents, head).store, sources, STREAM, options);
}

/** Returns the documents with one version changed, `rehashed` as who knows how hashes are made would do. */
function changed(version: number, change: object, { rehashed = false } = {}): StoredDocument[] {
  return written().map((event) => {
    if (event.version !== version) return event;
    const altered = { ...event, ...change };
    return rehashed ? { ...altered, hash: eventHash(altered) } : altered;
  });
}

const without = (...versions: number[]) => written().filter(({ version }) => !versions.includes(version));
const lines = async (documents: readonly StoredDocument[], audited?: Audited) =>
  (await audit(documents, audited)).differences.map(
    ({ version, kind, text }) => `${String(version)} ${kind}: ${text}`,
  );

const last = (): CreditEvent => written().at(-1) ?? expect.fail();

describe('what is wrong with a stream is said with the version, its key and what was done', () => {
  test.each<[string, () => StoredDocument[], RegExp[]]>([
    ['nothing', written, []],
    [
      'an amount',
      () => changed(4, { amount: 6 }),
      [
        /^4 altered: is not as the ledger wrote it: its hash does not match its content; balance is \{"available":19505,.* has \{"available":19506,/,
      ],
    ],
    [
      'another stream',
      () => changed(4, { streamId: 'other' }),
      [/^4 altered: .*its hash does not match its content; streamId is not that of its stream$/],
    ],
    ['another version', () => changed(4, { version: 9 }), [/^4 altered: .*; version is not 4$/]],
    [
      'no event any more',
      () => changed(4, { amount: 'much', reason: '' }),
      [/^4 altered: .*; amount: .*; reason: /],
    ],
    [
      'an added field',
      () => changed(4, { gift: true }),
      [/^4 altered: .*its hash does not match its content; fields: .*gift/],
    ],
    [
      'another balance under a new hash',
      () => changed(6, { balance: { available: 1, held: 100, debt: 0 } }, { rehashed: true }),
      [
        /^6 figures: carries wrong figures: balance is \{"available":1,.* where a replay has \{"available":19755,/,
      ],
    ],
    [
      'a replaced event',
      () => changed(4, { reason: 'another' }, { rehashed: true }),
      [/^4 altered: was altered or replaced: version 5 is bound to what it was before$/],
    ],
    [
      'another beginning',
      () => changed(1, { previousHash: 'f'.repeat(64) }, { rehashed: true }),
      [
        /^1 altered: was not the first: it is bound to an event before it$/,
        /^1 altered: was altered or replaced: version 2 is bound to what it was before$/,
      ],
    ],
    ['a lost event', () => without(3), [/^3 removed: was removed$/]],
    ['lost events', () => without(3, 4), [/^3 removed: was removed, as were all versions up to 4$/]],
    ['a lost beginning', () => without(1, 2), [/^1 removed: was removed, as were all versions up to 2$/]],
  ])('%s', async (_what, documents, expected) => {
    const found = await lines(documents());
    expect(found).toEqual(expected.map((line) => expect.stringMatching(line) as string));
  });

  test('lost events at the end, of which the checkpoint tells', async () => {
    const head = { version: 6, hash: last().hash };
    expect(await lines(without(5, 6), { head })).toEqual([
      '5 removed: was removed, as were all versions up to 6',
    ]);
    expect(await lines(without(6), { head })).toEqual(['6 removed: was removed']);
    expect(await lines(written(), { head })).toEqual([]);
    expect(await lines(written(), { head: { version: 6, hash: 'f'.repeat(64) } })).toEqual([
      '6 altered: was replaced: its hash differs from the checkpoint',
    ]);
  });

  test('a document that has no place in the stream, with its key if it has one', async () => {
    const { differences, events } = await audit([...written(), { ...last(), _id: 'mine' }, { _id: 7 }]);
    expect(events).toBe(8);
    expect(differences).toEqual([
      {
        streamId: STREAM,
        kind: 'inserted',
        key: last().key,
        text: 'was inserted by hand: "mine" is no _id of the ledger',
      },
      { streamId: STREAM, kind: 'inserted', text: 'was inserted by hand: 7 is no _id of the ledger' },
    ]);
  });

  test('credits on hold that no campaign holds', async () => {
    const balance = { available: 19_755, held: 5, debt: 0 };
    expect(await lines(changed(6, { balance }, { rehashed: true }))).toEqual([
      expect.stringMatching(/^6 figures: carries wrong figures: balance is /),
      '6 figures: has 5 credits on hold, of which its campaigns hold 100',
    ]);
  });
});

describe('a range of time', () => {
  const altered = () => changed(3, { amount: 151 });

  test.each<[string, AuditRange, number, number]>([
    ['without ends', {}, 1, 6],
    ['around the event', { since: at(3), until: at(3) }, 1, 3],
    ['that begins after it', { since: new Date(at(3).getTime() + 1) }, 0, 6],
    ['that ends before it', { until: new Date(at(3).getTime() - 1) }, 0, 2],
  ])('%s', async (_range, range, found, read) => {
    const { differences, events } = await audit(altered(), { range });
    expect([differences.length, events]).toEqual([found, read]);
  });

  test('its end hides no loss, and what is missing at the end of a stream is in no range that ends before', async () => {
    const head = { version: 6, hash: last().hash };
    expect(await lines(without(3), { head, range: { since: at(4), until: at(5) } })).toEqual([
      '3 removed: was removed',
    ]);
    expect(await lines(without(6), { head, range: { until: at(4) } })).toEqual([]);
    expect(await lines(without(6), { head, range: { since: at(8) } })).toEqual(['6 removed: was removed']);
  });

  const source = (...expected: ExpectedEvent[]): AuditSource => ({
    name: 'corrections',
    explains: (key) => key.startsWith('adjust:'),
    async *expectedEvents() {
      yield* await Promise.resolve(expected);
    },
    causing: (_, keys) =>
      Promise.resolve(new Set(keys.filter((key) => expected.some((one) => one.key === key)))),
  });
  const lost = (hour: number, n = hour): ExpectedEvent => ({
    key: `adjust:lost-${String(n)}`,
    cause: `correction ${String(n)}`,
    due: true,
    since: at(hour),
  });

  test('the records of it are compared, and its events with their records', async () => {
    const sources = [source(lost(2), lost(5))];
    const missing = (hour: number) =>
      `undefined missing: is missing: correction ${String(hour)} calls for it`;
    const uncaused = '4 uncaused: has no cause among the corrections';
    expect(await lines(written(), { sources })).toEqual([missing(2), missing(5), uncaused]);
    expect(await lines(written(), { sources, range: { since: at(3), until: at(4) } })).toEqual([uncaused]);
    expect(await lines(written(), { sources, range: { since: at(5) } })).toEqual([missing(5)]);
    expect(await lines(written(), { sources, range: { until: at(3) } })).toEqual([missing(2)]);
  });

  test('a record whose event has another amount or other calls is reported with both', async () => {
    const own = { key: 'adjust:1', cause: 'correction 1', due: true };
    expect(await lines(written(), { sources: [source({ ...own, amount: 5, calls: 0 })] })).toEqual([]);
    expect(await lines(written(), { sources: [source({ ...own, amount: 4, calls: 1 })] })).toEqual([
      '4 figures: has amount 5 where correction 1 says 4',
      '4 figures: has calls 0 where correction 1 says 1',
    ]);
  });

  test('of thousands of records each is compared', async () => {
    const many = Array.from({ length: 2_001 }, (_, n) => lost(2, n));
    expect(await lines(written(), { sources: [source(...many)] })).toHaveLength(2_002);
  });

  test('what is open for more than an hour is stuck; in an hour it is in progress', async () => {
    const open = { ...lost(2), due: false };
    const sources = [source(open, { key: 'adjust:1', cause: 'correction 1', due: true })];
    const stuckAt = (now: Date) => audit(written(), { sources, now });
    expect(await stuckAt(at(3))).toMatchObject({
      differences: [],
      inProgress: ['correction 2: adjust:lost-2 is not there yet'],
    });
    expect(await stuckAt(new Date(at(3).getTime() + 1))).toMatchObject({
      differences: [
        {
          key: 'adjust:lost-2',
          kind: 'missing',
          text: 'is missing: correction 2, unfinished since 2026-11-01T02:00:00.000Z, calls for it',
        },
      ],
      inProgress: [],
    });
  });

  test('what campaigns hold is compared at the end of the stream alone', async () => {
    const holding: AuditSource = {
      ...source({ key: 'adjust:1', cause: 'correction 1', due: true }),
      async *expectedHolds() {
        yield await Promise.resolve({ campaignId: 'c2', cause: 'campaign "c2"', due: true, calls: 3 });
      },
    };
    const wrong = 'undefined figures: holds 2 calls for campaign "c2", which needs 3';
    expect(await lines(written(), { sources: [holding] })).toEqual([wrong]);
    expect(await lines(written(), { sources: [holding], range: { since: at(6) } })).toEqual([wrong]);
    expect(await lines(written(), { sources: [holding], range: { until: at(5) } })).toEqual([]);
    expect(await lines(without(3), { sources: [holding] })).toEqual(['3 removed: was removed']);
  });
});

describe('a difference', () => {
  test('is reported once a second reading at the same head confirms it', async () => {
    let reading = 0;
    const passing = storeOf(() => ((reading += 1) === 1 ? without(3) : written()));
    expect((await auditStream(passing.store, [], STREAM)).differences).toEqual([]);
    expect(passing.counted.reads).toBe(2);
    const lasting = storeOf(() => without(3));
    expect((await auditStream(lasting.store, [], STREAM)).differences).toHaveLength(1);
    expect(lasting.counted.reads).toBe(2);
    const intact = storeOf(written);
    await auditStream(intact.store, [], STREAM);
    expect(intact.counted.reads).toBe(1);
  });

  test('of a stream that never rests is reported if all readings but the first few have it', async () => {
    let head = 2;
    const { store, counted } = storeOf(() => {
      const stream = new MemoryStream();
      stream.execute(grantOf('launch'));
      head += 1;
      for (let n = 0; n < head; n += 1) stream.execute(adjustBy(1, `adjust:${String(n)}`));
      return stream.events.filter(({ version }) => version !== 2);
    });
    const { differences } = await auditStream(store, [], STREAM);
    expect(differences).toMatchObject([{ version: 2, kind: 'removed' }]);
    expect(counted.reads).toBe(6);
  });
});

test('a reading says how many events it has read since it last said so', async () => {
  const read: number[] = [];
  await audit(written(), { onEvents: (events) => read.push(events) });
  expect(read).toEqual([1, 1, 1, 1, 1, 1]);
});
