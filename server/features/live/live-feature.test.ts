import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from '#server/platform/trpc/context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { createLiveFeature } from './live-feature.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A live feature whose users have one credit, and what it counts and asks. */
function started() {
  const counted: unknown[] = [];
  const asked: unknown[] = [];
  const deps = {
    campaigns: {
      changedWithin: (users: string[], ms: number) => Promise.resolve((asked.push([users, ms]), [])),
    },
    credits: {
      versionsOf: () => Promise.resolve(new Map()),
      balance: (streamId: string) => Promise.resolve((asked.push(streamId), { available: 1, held: 2 })),
    },
    log: { warn: () => undefined },
    metrics: { add: (...args: unknown[]) => counted.push(args) },
  };
  const feature = createLiveFeature(deps as unknown as Parameters<typeof createLiveFeature>[0]);
  const session = { isOpen: true, error: undefined as Error | undefined };
  async function open(uid = 'u') {
    const stillSignedIn = () =>
      session.error === undefined ? Promise.resolve(session.isOpen) : Promise.reject(session.error);
    const context = { user: { uid, streamId: `s-${uid}` }, stillSignedIn } as unknown as Context;
    const stream = await createCallerFactory(feature.router)(context).progress();
    return (stream as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
  return { feature, counted, asked, session, open };
}

test('a stream begins with the balance and the changes of the last minute, and counts while it is open', async () => {
  const { feature, counted, asked, open } = started();
  const stream = await open();
  expect((await stream.next()).value).toMatchObject({ campaigns: [], gone: [] });
  expect(asked.slice(0, 2)).toEqual([[['u'], 60_000], 's-u']);
  const next = stream.next();
  feature.close();
  expect(await next).toMatchObject({ done: true });
  expect(counted).toEqual([
    ['hark_event_streams', {}, 0],
    ['hark_event_streams', {}, 1],
    ['hark_event_streams', {}, -1],
  ]);
});

test('nothing is sent to a session that has ended, and its stream ends within five seconds', async () => {
  const { session, open } = started();
  session.isOpen = false;
  await expect((await open()).next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  session.isOpen = true;
  const stream = await open();
  await stream.next();
  const ended = expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  session.isOpen = false;
  await vi.advanceTimersByTimeAsync(5_000);
  await ended;
});

test.each([
  ['does not respond', new Error('connection closed')],
  ['is overloaded', new AppError('UNAVAILABLE', 'Please try again.')],
])('a stream stays while the database %s, and ends with its session after that', async (_, error) => {
  const { session, open } = started();
  const stream = await open();
  await stream.next();
  const end = stream.next().then(
    () => 'sent',
    (reason: unknown) => (reason as { code: string }).code,
  );
  session.error = error;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await Promise.race([end, eventLoopTurn('open')])).toBe('open');
  Object.assign(session, { error: undefined, isOpen: false });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await end).toBe('UNAUTHORIZED');
});

test('the end of a session is no error that nobody hears while a client delays what is sent', async () => {
  const { session, open } = started();
  const unheard: unknown[] = [];
  const listener = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', listener);
  onTestFinished(() => void process.off('unhandledRejection', listener));
  const stream = await open();
  await stream.next();
  const askedInAdvance = stream.next();
  session.isOpen = false;
  await vi.advanceTimersByTimeAsync(5_000);
  await eventLoopTurn();
  expect(unheard).toEqual([]);
  await expect(askedInAdvance).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('a user has ten streams at a time; one that ends makes room', async () => {
  const { open } = started();
  const streams = await Promise.all(Array.from({ length: 10 }, () => open()));
  await Promise.all(streams.map((stream) => stream.next()));
  await expect((await open()).next()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await (await open('other')).next();
  await streams[0]?.return?.();
  await expect((await open()).next()).resolves.toMatchObject({ done: false });
});
