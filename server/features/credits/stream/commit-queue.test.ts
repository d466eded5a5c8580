import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { CommandResult } from '#server/features/credits/api.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { adjustBy } from '#server/features/credits/testing/given.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { CommitQueue } from './commit-queue.ts';
import type { CreditEventStore } from './credit-event-store.ts';
import { StreamCache } from './stream-cache.ts';

/** An append that the store has not acknowledged yet. */
interface OpenAppend {
  streams: string[];
  versions: number[];
  acknowledge(): Promise<void>;
  fail(): Promise<void>;
}

let open: OpenAppend[];
let queue: CommitQueue;
let endSlowRead: () => void;

beforeEach(() => {
  open = [];
  const slowRead = new Promise<undefined>((resolve) => {
    endSlowRead = () => {
      resolve(undefined);
    };
  });
  const store: CreditEventStore = {
    append: (events) =>
      new Promise((resolve, reject) => {
        const end = (action: () => void) => {
          open = open.filter((one) => one !== append);
          action();
          return settled();
        };
        const append: OpenAppend = {
          ...namesOf(events),
          acknowledge: () =>
            end(() => {
              resolve(events.length);
            }),
          fail: () =>
            end(() => {
              reject(new Error('The database is gone'));
            }),
        };
        open.push(append);
      }),
    head: (streamId) => (streamId === 'slow' ? slowRead : Promise.resolve(undefined)),
    lastOfCampaign: () => Promise.resolve(undefined),
    findByKeys: () => Promise.resolve([]),
    confirm: () => Promise.resolve(),
  };
  const streams = new StreamCache(store, () => undefined);
  queue = new CommitQueue({ store, streams, clock: systemClock, onWritten: () => undefined });
});

function namesOf(events: readonly CreditEvent[]): Pick<OpenAppend, 'streams' | 'versions'> {
  return {
    streams: events.map(({ streamId }) => streamId),
    versions: events.map(({ version }) => version),
  };
}

/** Waits until the queue has done what it can without an acknowledgement. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await eventLoopTurn();
}

let n = 0;
const submit = (streams: readonly string[]): Promise<CommandResult[]> =>
  Promise.all(streams.map((stream) => queue.submit(stream, adjustBy(1, `adjust:${String((n += 1))}`))));

const streams = (count: number, prefix = 's') =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index)}`);

it('commits two batches of many streams at once, each stream in one of them', async () => {
  const results = submit(streams(40));
  await settled();
  expect(open.map((append) => append.streams.length)).toEqual([20, 20]);
  expect(new Set(open.flatMap((append) => append.streams)).size).toBe(40);
  await open[1]?.acknowledge();
  await open[0]?.acknowledge();
  expect((await results).map((result) => result.ok && result.event.version)).toEqual(Array(40).fill(1));
});

it('lets a stream wait for its batch while others go on', async () => {
  const first = submit(streams(40));
  await settled();
  const [one, other] = open;
  const second = submit(streams(40));
  await settled();
  expect(open).toEqual([one, other]);
  await one?.acknowledge();
  const next = open.find((append) => append !== other);
  expect(next?.streams).toEqual(one?.streams);
  expect(next?.versions).toEqual(Array(20).fill(2));
  while (open.length > 0) await open[0]?.acknowledge();
  expect((await Promise.all([first, second])).flat().every(({ ok }) => ok)).toBe(true);
  await queue.idle();
});

it('divides the commands that have waited for their streams', async () => {
  const first = submit(streams(31));
  await settled();
  expect(open.map((append) => append.streams.length)).toEqual([31]);
  const second = submit([...streams(31), 's30']);
  await settled();
  await open[0]?.acknowledge();
  expect(open.map((append) => append.streams.length)).toEqual([16, 16]);
  while (open.length > 0) await open[0]?.acknowledge();
  await Promise.all([first, second]);
});

it('commits all commands of one stream together, in their order', async () => {
  const results = submit(Array<string>(40).fill('s'));
  await settled();
  expect(open.map((append) => append.versions)).toEqual([Array.from({ length: 40 }, (_, at) => at + 1)]);
  await open[0]?.acknowledge();
  expect((await results).map((result) => result.ok && result.event.version)).toEqual(
    Array.from({ length: 40 }, (_, at) => at + 1),
  );
});

it('begins no second batch for few commands', async () => {
  const first = submit(['s0']);
  await settled();
  const few = submit(streams(8, 'few'));
  await settled();
  expect(open.map((append) => append.streams)).toEqual([['s0']]);
  await open[0]?.acknowledge();
  expect(open.map((append) => append.streams.length)).toEqual([8]);
  await open[0]?.acknowledge();
  await Promise.all([first, few]);
});

it('rejects the commands of a failed batch alone, and commits what comes next', async () => {
  const results = Promise.allSettled(streams(40).map((stream) => submit([stream])));
  await settled();
  const failing = open[0]?.streams;
  await open[0]?.fail();
  while (open.length > 0) await open[0]?.acknowledge();
  const failed = (await results).flatMap(({ status }, at) =>
    status === 'rejected' ? [streams(40)[at]] : [],
  );
  expect(failed).toEqual(failing);
  const again = submit(['s0']);
  await settled();
  expect(open.map((append) => append.streams)).toEqual([['s0']]);
  await open[0]?.acknowledge();
  await again;
});

it('commits a command that is sent at any moment after the answer to another', async () => {
  for (let moments = 0; moments < 20; moments += 1) {
    const first = submit(['s0']);
    const second = first.then(async () => {
      for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
      return submit(['s0']);
    });
    await settled();
    await open[0]?.acknowledge();
    expect(open).toHaveLength(1);
    await open[0]?.acknowledge();
    await second;
  }
});

it('decides a batch with a slow read, however many streams are committed meanwhile', async () => {
  const waiting = submit(['first', 'slow']);
  await settled();
  const others = submit(streams(11_000));
  await settled();
  while (open.length > 0) await open[0]?.acknowledge();
  await others;
  endSlowRead();
  await settled();
  expect(open.map((append) => append.streams)).toEqual([['first', 'slow']]);
  await open[0]?.acknowledge();
  expect((await waiting).every(({ ok }) => ok)).toBe(true);
});
