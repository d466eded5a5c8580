import { mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { CreditCommand } from './commands.ts';
import { createCreditEventModel, storedEvents, type CreditEventStore } from './stream/credit-event-store.ts';
import type { CommandResult, CreditLedger } from './api.ts';
import { adjustBy, campaign, grantOf } from './testing/given.ts';
import { auditOf, createLedgerIndexes, stoppedClock, testLedger } from './testing/test-ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await createLedgerIndexes(database.connection);
});
afterAll(() => database.stop());

const { hold, deduct, release } = campaign('c1');

/** Returns two ledgers, as of two processes, on one stream with a grant. */
async function twoProcesses() {
  const streamId = newId();
  const [ours, theirs] = [testLedger(database.connection), testLedger(database.connection)];
  await ours.execute(streamId, grantOf('launch'));
  return { streamId, ours, theirs };
}

/** Expects versions 1 to `events` without a gap, and an audit without differences. */
async function expectConsistent(streamId: string, events: number): Promise<void> {
  const stored = await storedEvents(createCreditEventModel(database.connection))
    .find({ streamId })
    .sort({ _id: 1 })
    .toArray();
  expect(stored.map(({ version }) => version)).toEqual(
    Array.from({ length: events }, (_, index) => index + 1),
  );
  expect((await auditOf(database.connection, streamId)).differences).toEqual([]);
}

const version = (result: CommandResult) => (result.ok ? result.event.version : result.refusal.type);

describe('commands', () => {
  test('the balance follows a campaign from grant to settlement', async () => {
    const streamId = newId();
    const ledger = testLedger(database.connection);
    await ledger.execute(streamId, grantOf('launch'));
    await ledger.execute(streamId, hold(9));
    expect(await ledger.balance(streamId)).toMatchObject({
      available: 19_550,
      held: 450,
      debt: 0,
      version: 2,
    });
    expect(await ledger.campaignHold(streamId, 'c1')).toMatchObject({
      held: 450,
      lots: [{ calls: 9, price: 50 }],
    });

    await ledger.execute(streamId, deduct(4));
    const released = await ledger.execute(streamId, release('rest'));
    expect(released).toMatchObject({ ok: true, event: { type: 'release', amount: 250, campaignId: 'c1' } });
    expect(await ledger.balance(streamId)).toMatchObject({
      available: 19_800,
      held: 0,
      period: { plan: 'launch', reserved: 0, used: 4 },
    });
    expect(await ledger.quote(streamId, 397)).toMatchObject({
      allowanceCalls: 396,
      extraCalls: 1,
      available: 19_800,
    });
    await expectConsistent(streamId, 4);
  });

  test('an empty stream has no balance, and its holds are refused', async () => {
    const streamId = newId();
    const ledger = testLedger(database.connection);
    expect(await ledger.balance(streamId)).toEqual({ available: 0, held: 0, debt: 0, version: 0 });
    expect(await ledger.quote(streamId, 1)).toBeUndefined();
    expect(await ledger.campaignHold(streamId, 'c1')).toEqual({ held: 0, lots: [] });
    expect(await ledger.find(streamId, 'hold:c1:1:1')).toBeUndefined();
    expect(await ledger.execute(streamId, hold(1))).toEqual({ ok: false, refusal: { type: 'NoActivePlan' } });
  });

  test('a repeated command returns the same event, even if the credits are used up', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    const first = await ours.execute(streamId, hold(400));
    for (const ledger of [ours, theirs, testLedger(database.connection)]) {
      const again = await ledger.execute(streamId, hold(400));
      expect(again).toEqual({ ...first, repeated: true });
    }
    await expectConsistent(streamId, 2);
  });

  test('a key with other content is refused', async () => {
    const { streamId, ours } = await twoProcesses();
    await ours.execute(streamId, hold(3));
    expect(await ours.execute(streamId, hold(4))).toEqual({
      ok: false,
      refusal: { type: 'KeyConflict', key: 'hold:c1:1:1' },
    });
  });

  test('the time of an event is never before the previous one', async () => {
    const streamId = newId();
    const clock = stoppedClock();
    const ledger = testLedger(database.connection, { clock });
    const granted = clock.now();
    await ledger.execute(streamId, grantOf('launch'));
    clock.set(new Date(granted.getTime() - 60_000));
    expect(await ledger.execute(streamId, hold(1))).toMatchObject({ event: { at: granted } });
  });
});

describe('voiding a hold', () => {
  const voided: CreditCommand = { type: 'void-hold', key: 'hold:c1:1:1', campaignId: 'c1' };

  test('voiding occupies the key, so that a late hold is refused', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    expect(await ours.execute(streamId, voided)).toMatchObject({
      ok: true,
      event: { type: 'release', amount: 0 },
    });
    expect(await theirs.execute(streamId, hold(1))).toMatchObject({
      ok: false,
      refusal: { type: 'KeyConflict' },
    });
    expect(await theirs.execute(streamId, voided)).toMatchObject({ ok: true, repeated: true });
  });

  test('voiding returns the hold if it exists', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    await ours.execute(streamId, hold(1));
    expect(await theirs.execute(streamId, voided)).toMatchObject({
      ok: true,
      repeated: true,
      event: { type: 'hold' },
    });
  });

  test('of a concurrent hold and its voiding the first one takes the key', async () => {
    const { streamId, ours } = await twoProcesses();
    const [held, voiding] = await Promise.all([
      ours.execute(streamId, hold(1)),
      ours.execute(streamId, voided),
    ]);
    expect([held, voiding]).toMatchObject([
      { ok: true },
      { ok: true, repeated: true, event: { type: 'hold' } },
    ]);
    await expectConsistent(streamId, 2);
  });
});

describe('batches', () => {
  test('concurrent commands of several streams are appended by one insert', async () => {
    const appended: number[] = [];
    const ledger = testLedger(database.connection, {
      wrap: (store) => ({
        ...store,
        append: (events) => {
          appended.push(events.length);
          return store.append(events);
        },
      }),
    });
    const streams = [newId(), newId(), newId()];
    await Promise.all(
      streams.flatMap((streamId) =>
        [grantOf('launch'), hold(1), hold(1, 2)].map((one) => ledger.execute(streamId, one)),
      ),
    );
    expect(appended).toEqual([9]);
    for (const streamId of streams) await expectConsistent(streamId, 3);
  });

  test('a batch has at most 512 events', async () => {
    const appended: number[] = [];
    const streamId = newId();
    const ledger = testLedger(database.connection, {
      wrap: (store) => ({
        ...store,
        append: (events) => {
          appended.push(events.length);
          return store.append(events);
        },
      }),
    });
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        ledger.execute(streamId, adjustBy(1, `adjust:${String(index)}`)),
      ),
    );
    expect(appended).toEqual([512, 488]);
    await expectConsistent(streamId, 1_000);
  });

  test('equal keys in one batch share one event, and other content under the key is refused', async () => {
    const { streamId, ours } = await twoProcesses();
    const [first, same, other] = await Promise.all([
      ours.execute(streamId, hold(2)),
      ours.execute(streamId, hold(2)),
      ours.execute(streamId, hold(3)),
    ]);
    expect(first).toMatchObject({ ok: true, repeated: false, event: { version: 2 } });
    expect(same).toMatchObject({ ok: true, repeated: true, event: { version: 2 } });
    expect(other).toMatchObject({ ok: false, refusal: { type: 'KeyConflict' } });
    await expectConsistent(streamId, 2);
  });

  test('the last credits go to the first holds, and the others are refused', async () => {
    const { streamId, ours } = await twoProcesses();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ours.execute(streamId, hold(100, index))),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, ...Array<boolean>(6).fill(false)]);
    expect(results.at(-1)).toMatchObject({
      refusal: { type: 'InsufficientCredits', needed: 6_500, available: 0 },
    });
    await expectConsistent(streamId, 5);
  });
});

describe('several processes on one stream', () => {
  test('a command whose version another process took is decided again on the new state', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    await theirs.execute(streamId, hold(400));
    const result = await ours.execute(streamId, campaign('c2').hold(1));
    expect(result).toMatchObject({
      ok: false,
      refusal: { type: 'InsufficientCredits', needed: 65, available: 0 },
    });
    await expectConsistent(streamId, 2);
  });

  test('a refusal on a cached head is decided again, as a grant may have been added', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    await ours.execute(streamId, hold(400));
    await theirs.execute(streamId, grantOf('launch', 2));
    expect(await ours.execute(streamId, hold(1, 2))).toMatchObject({ ok: true, event: { amount: 50 } });
    await expectConsistent(streamId, 4);
  });

  test('a refusal on a cached head is decided again, as the command may have succeeded', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    await ours.execute(streamId, release('rest', 'nothing'));
    await theirs.execute(streamId, hold(400));
    expect(await ours.execute(streamId, hold(400))).toMatchObject({
      ok: true,
      repeated: true,
      event: { version: 3 },
    });
  });

  test('a cached hold that another process has changed is read again', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    await ours.execute(streamId, hold(10));
    await theirs.execute(streamId, deduct(4));
    expect(await ours.execute(streamId, release('rest'))).toMatchObject({
      ok: true,
      event: { amount: 300, version: 4 },
    });
    expect(await theirs.execute(streamId, deduct(1, 2))).toMatchObject({
      refusal: { type: 'ExceedsHold', held: 0 },
    });
    await expectConsistent(streamId, 4);
  });

  test('after a conflict within a batch the written events remain and other streams are appended unchanged', async () => {
    const { streamId: conflicting, ours, theirs } = await twoProcesses();
    const [before, after] = [newId(), newId()];
    await Promise.all([before, after].map((streamId) => ours.execute(streamId, grantOf('launch'))));
    await theirs.execute(conflicting, adjustBy(7, 'adjust:theirs'));

    const results = await Promise.all([
      ours.execute(before, hold(1)),
      ours.execute(conflicting, hold(1)),
      ours.execute(after, hold(1)),
      ours.execute(conflicting, hold(2, 2)),
      ours.execute(after, hold(2, 2)),
    ]);
    expect(results.map(version)).toEqual([2, 3, 2, 4, 3]);
    await expectConsistent(before, 2);
    await expectConsistent(conflicting, 4);
    await expectConsistent(after, 3);
  });

  test('a key that another process used is resolved from storage, also within a batch', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    await ours.execute(streamId, adjustBy(1, 'adjust:warm'));
    await theirs.execute(streamId, hold(5));
    const results = await Promise.all([
      ours.execute(streamId, adjustBy(2, 'adjust:2')),
      ours.execute(streamId, hold(5)),
    ]);
    expect(results).toMatchObject([
      { ok: true, repeated: false, event: { version: 4 } },
      { ok: true, repeated: true, event: { version: 3 } },
    ]);
    await expectConsistent(streamId, 4);
  });

  /** Returns a ledger whose first appends are each preceded by a concurrent write of another process. */
  function ledgerWithConflicts(...writes: (() => Promise<unknown>)[]) {
    const wrap = (store: CreditEventStore): CreditEventStore => ({
      ...store,
      append: async (events) => {
        await writes.shift()?.();
        return store.append(events);
      },
    });
    return testLedger(database.connection, { wrap });
  }

  test('a refusal is not final if an event that it was decided on was not written', async () => {
    const { streamId, theirs } = await twoProcesses();
    const ours = ledgerWithConflicts(
      () => theirs.execute(streamId, adjustBy(1)),
      () => theirs.execute(streamId, grantOf('launch', 2)),
    );
    const results = await Promise.all([
      ours.execute(streamId, hold(400)),
      ours.execute(streamId, hold(1, 2)),
    ]);
    expect(results).toMatchObject([{ ok: true }, { ok: true, event: { amount: 65 } }]);
    await expectConsistent(streamId, 5);
  });

  test('a writer that always conflicts rejects its callers after 100 retries and leaves no gap', async () => {
    const { streamId, theirs } = await twoProcesses();
    const write = (_: unknown, n: number) => () =>
      theirs.execute(streamId, adjustBy(1, `adjust:theirs-${String(n)}`));
    const ours = ledgerWithConflicts(...Array.from({ length: 101 }, write));
    const results = await Promise.allSettled(
      [hold(1), hold(1, 2), hold(1, 3)].map((one) => ours.execute(streamId, one)),
    );
    expect(results).toMatchObject(
      results.map(() => ({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })),
    );
    expect(await ours.execute(streamId, hold(1))).toMatchObject({ ok: true, event: { version: 103 } });
    await expectConsistent(streamId, 103);
  });

  test('sixteen writers in two ledgers leave no gap and lose no event', async () => {
    const { streamId, ours, theirs } = await twoProcesses();
    const writers = [ours, theirs].flatMap((ledger, process) =>
      Array.from({ length: 8 }, (_, writer) =>
        adjustOneByOne(ledger, streamId, `${String(process)}-${String(writer)}`),
      ),
    );
    await Promise.all(writers);
    expect(await ours.balance(streamId)).toMatchObject({ available: 20_000 + 160, version: 161 });
    await expectConsistent(streamId, 161);
  });

  async function adjustOneByOne(ledger: CreditLedger, streamId: string, writer: string): Promise<void> {
    for (let n = 0; n < 10; n += 1) {
      expect(await ledger.execute(streamId, adjustBy(1, `adjust:${writer}-${String(n)}`))).toMatchObject({
        ok: true,
      });
    }
  }
});

describe('failures', () => {
  /** A ledger whose next append fails after or before the database has written. */
  function failingOnce(when: 'before' | 'after', error: Error) {
    let failed = false;
    const wrap = (store: CreditEventStore): CreditEventStore => ({
      ...store,
      append: async (events) => {
        if (failed) return store.append(events);
        failed = true;
        if (when === 'after') await store.append(events);
        throw error;
      },
    });
    return testLedger(database.connection, { wrap });
  }

  test.each(['before', 'after'] as const)(
    'a caller whose append failed %s it was written gets UNAVAILABLE and can retry',
    async (when) => {
      const streamId = newId();
      const ledger = failingOnce(when, new mongo.MongoNetworkError('connection lost'));
      const result = ledger.execute(streamId, grantOf('launch'));
      await expect(result).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await ledger.execute(streamId, grantOf('launch'))).toMatchObject({
        ok: true,
        repeated: when === 'after',
      });
      await expectConsistent(streamId, 1);
    },
  );

  test('a stream that cannot be read does not block the others', async () => {
    const broken = newId();
    const intact = newId();
    const ledger = testLedger(database.connection, {
      wrap: (store) => ({
        ...store,
        head: (streamId) =>
          streamId === broken ? Promise.reject(new Error('no answer')) : store.head(streamId),
      }),
    });
    const [first, second] = await Promise.allSettled([
      ledger.execute(broken, grantOf('launch')),
      ledger.execute(intact, grantOf('launch')),
    ]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { ok: true } });
  });

  test('a stored event is returned only after it is durable', async () => {
    const { streamId, ours } = await twoProcesses();
    await ours.execute(streamId, hold(400));
    const confirm = vi.fn<CreditEventStore['confirm']>(() => Promise.reject(new Error('journal lost')));
    const theirs = testLedger(database.connection, { wrap: (store) => ({ ...store, confirm }) });
    await expect(theirs.execute(streamId, hold(400))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('an altered head is rejected', async () => {
    const { streamId, theirs } = await twoProcesses();
    await storedEvents(createCreditEventModel(database.connection)).updateOne(
      { streamId },
      { $set: { 'balance.available': -1 } },
    );
    await expect(theirs.execute(streamId, adjustBy(1))).rejects.toThrow(/is not a credit event/);
  });
});
