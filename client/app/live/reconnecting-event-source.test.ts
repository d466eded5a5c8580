import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { RECENT_MS } from '#shared/limits.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';
import { reconnectingEventSource, CONNECT_TIMEOUT_MS, type Connect } from './reconnecting-event-source.ts';

const UPDATE: LiveUpdate = { campaigns: [], gone: [], credits: { balance: 7, held: 0 } };
const MAX_BACKOFF_MS = MINUTE_MS;

/** Starts a client with connections that the test controls; `log` records the callbacks in order. */
function startClient() {
  const connections: Parameters<Connect>[0][] = [];
  const log: string[] = [];
  const abort = new AbortController();
  let notify: () => void = () => undefined;
  let visible = true;
  reconnectingEventSource({
    connect: (on) => {
      connections.push(on);
      return () => log.push('closed');
    },
    onLive: (live) => log.push(live ? 'live' : 'not live'),
    onUpdate: ({ credits }) => log.push(`balance ${String(credits?.balance)}`),
    onMissed: () => log.push('missed'),
    onSignedOut: () => log.push('signed out'),
    visibility: {
      isActive: () => visible,
      onChange: (listener) => {
        notify = listener;
      },
    },
    signal: abort.signal,
  });
  return {
    connections,
    log,
    connection: () => connections.at(-1) ?? expect.fail('no connection was opened'),
    end: () => {
      abort.abort();
    },
    setVisible: (next: boolean) => {
      visible = next;
      notify();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the client is live from the first event of a connection until it closes', () => {
  const { connection, log, end } = startClient();
  connection().onOpen();
  connection().onUpdate(UPDATE);
  end();
  connection().onUpdate(UPDATE);
  expect(log).toEqual(['live', 'balance 7', 'closed', 'not live']);
});

it('reconnects use exponential backoff of at most a minute, reset by a stable connection', () => {
  const { connections, connection } = startClient();
  const delayBefore = (next: number) => {
    const from = Date.now();
    while (connections.length < next) vi.advanceTimersByTime(10);
    return Date.now() - from;
  };
  const delays = Array.from({ length: 10 }, (_, n) => {
    connection().onEnd('failed');
    return delayBefore(n + 2);
  });
  expect(delays[0]).toBeLessThanOrEqual(1_000);
  expect(delays[5]).toBeGreaterThan(delays[0] ?? Infinity);
  expect(Math.max(...delays)).toBeLessThanOrEqual(MAX_BACKOFF_MS);
  connection().onOpen();
  vi.advanceTimersByTime(60_000);
  connection().onEnd('ended');
  expect(delayBefore(connections.length + 1)).toBeLessThanOrEqual(1_000);
});

it('a connection without a first event times out and is retried', () => {
  const { connections, log } = startClient();
  vi.advanceTimersByTime(CONNECT_TIMEOUT_MS);
  expect(log).toEqual(['closed']);
  connections[0]?.onOpen();
  expect(log).toEqual(['closed']);
  vi.advanceTimersByTime(1_000);
  expect(connections).toHaveLength(2);
});

it('the connection stays closed while the window is hidden', () => {
  const { connections, connection, log, setVisible } = startClient();
  connection().onOpen();
  setVisible(false);
  vi.advanceTimersByTime(10 * MAX_BACKOFF_MS);
  expect(connections).toHaveLength(1);
  setVisible(true);
  expect(connections).toHaveLength(2);
  expect(log).toEqual(['live', 'closed', 'not live']);
});

it('missed updates are reported only after a gap that the server does not replay', () => {
  const { connection, log, setVisible } = startClient();
  connection().onOpen();
  setVisible(false);
  vi.advanceTimersByTime(RECENT_MS);
  setVisible(true);
  connection().onOpen();
  expect(log).not.toContain('missed');
  setVisible(false);
  vi.advanceTimersByTime(RECENT_MS + 1);
  setVisible(true);
  connection().onOpen();
  expect(log.slice(-2)).toEqual(['missed', 'live']);
});

it('the connection stays closed once the session has ended', () => {
  const { connections, connection, log } = startClient();
  connection().onOpen();
  connection().onEnd('signed out');
  vi.advanceTimersByTime(10 * MAX_BACKOFF_MS);
  expect(log).toEqual(['live', 'closed', 'not live', 'signed out']);
  expect(connections).toHaveLength(1);
});
