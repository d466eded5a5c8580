import { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { onSessionEnd } from '../session/session-end.ts';
import { createTrpcClient } from '../trpc.ts';
import { subscribeToProgress } from './subscribe-progress.ts';

const MAX_BACKOFF_MS = MINUTE_MS;
const sources: FakeEventSource[] = [];

/** An EventSource whose events the test emits. */
class FakeEventSource extends EventTarget {
  readonly url: string;
  closed = false;

  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }

  emit(event: string, data: unknown): void {
    this.dispatchEvent(Object.assign(new Event(event), { data: JSON.stringify(data) }));
  }

  close(): void {
    this.closed = true;
  }
}

const queryClient = new QueryClient();
const utils = createTRPCQueryUtils({ queryClient, client: createTrpcClient() });
let live: boolean[];
let abort: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  live = [];
  abort = new AbortController();
  const onLive = (next: boolean) => live.push(next);
  subscribeToProgress({ queryClient, utils, onLive, signal: abort.signal });
});
afterEach(() => {
  abort.abort();
  sources.length = 0;
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const source = () => sources.at(-1) ?? expect.fail('no connection was opened');
/** Advances the time until the next connection is opened. */
function awaitReconnect(): void {
  const { length } = sources;
  for (let waited = 0; sources.length === length && waited < MAX_BACKOFF_MS; waited += 100)
    vi.advanceTimersByTime(100);
  expect(sources).toHaveLength(length + 1);
}
const balance = () => utils.credits.balance.getData();

it('updates are written into the cache while the stream is connected', () => {
  source().emit('connected', {});
  source().emit('message', { campaigns: [], gone: [], credits: { balance: 60, held: 30 } });
  expect([source().url, live, balance()]).toEqual(['/trpc/live.progress', [true], { balance: 60, held: 30 }]);
});

it.each([
  ['message', { campaigns: [], gone: [], credits: { balance: '60', held: 30 } }],
  ['message', { campaigns: [{ id: 'a' }], gone: [] }],
  ['message', 'an update'],
  ['serialized-error', { data: null }],
])('an invalid %s event ends the connection, which is opened again later: %j', (event, data) => {
  source().emit('connected', {});
  source().emit(event, data);
  expect([live, source().closed, balance()]).toEqual([[true, false], true, undefined]);
  awaitReconnect();
});

it('an expired session is reported and the stream stays closed; another error is retried', () => {
  const ended = vi.fn<() => void>();
  const stop = onSessionEnd(ended);
  source().emit('serialized-error', { data: { appCode: 'TOO_MANY_REQUESTS' } });
  awaitReconnect();
  expect(ended).not.toHaveBeenCalled();
  source().emit('serialized-error', { data: { appCode: 'UNAUTHENTICATED' } });
  vi.advanceTimersByTime(10 * MAX_BACKOFF_MS);
  expect([ended.mock.calls.length, sources.length]).toEqual([1, 2]);
  stop();
});

it('a connection that is silent for longer than the server promised is replaced', () => {
  source().emit('connected', { reconnectAfterInactivityMs: 20_000 });
  vi.advanceTimersByTime(15_000);
  source().emit('ping', '');
  vi.advanceTimersByTime(15_000);
  expect([sources.length, live]).toEqual([1, [true]]);
  awaitReconnect();
  expect(live).toEqual([true, false]);
});
