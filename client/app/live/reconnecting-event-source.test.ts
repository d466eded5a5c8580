import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RECENT_MS } from '#shared/live-progress.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';
import { reconnectingEventSource, SILENT_MS, type Connect } from './reconnecting-event-source.ts';

const UPDATE: LiveUpdate = { campaigns: [], gone: [], credits: { balance: 7, held: 0 } };
const LONGEST_PAUSE_MS = 60_000;

/** A window with a server whose lines the test works by hand; `log` tells what came of it. */
function startWindow() {
  const lines: Parameters<Connect>[0][] = [];
  const log: string[] = [];
  const ending = new AbortController();
  let look: () => void = () => undefined;
  const sight = { there: true };
  reconnectingEventSource({
    connect: (on) => {
      lines.push(on);
      return () => log.push('closed');
    },
    onLive: (live) => log.push(live ? 'live' : 'not live'),
    onUpdate: ({ credits }) => log.push(`balance ${String(credits?.balance)}`),
    onMissed: () => log.push('missed'),
    onSignedOut: () => log.push('signed out'),
    sight: {
      isThere: () => sight.there,
      onChange: (listener) => {
        look = listener;
      },
    },
    signal: ending.signal,
  });
  return {
    lines,
    log,
    line: () => lines.at(-1) ?? expect.fail('no line was opened'),
    end: () => {
      ending.abort();
    },
    show: (there: boolean) => {
      sight.there = there;
      look();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('is live from the first word of the line to its end', () => {
  const { line, log, end } = startWindow();
  line().onOpen();
  line().onUpdate(UPDATE);
  end();
  line().onUpdate(UPDATE);
  expect(log).toEqual(['live', 'balance 7', 'closed', 'not live']);
});

it('is opened again after pauses that grow, to a minute at most, and are short again after a good line', () => {
  const { lines, line } = startWindow();
  const pauseBefore = (next: number) => {
    const from = Date.now();
    while (lines.length < next) vi.advanceTimersByTime(10);
    return Date.now() - from;
  };
  const pauses = Array.from({ length: 10 }, (_, n) => {
    line().onEnd('failed');
    return pauseBefore(n + 2);
  });
  expect(pauses[0]).toBeLessThanOrEqual(1_000);
  expect(pauses[5]).toBeGreaterThan(pauses[0] ?? Infinity);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(LONGEST_PAUSE_MS);
  line().onOpen();
  vi.advanceTimersByTime(60_000);
  line().onEnd('ended');
  expect(pauseBefore(lines.length + 1)).toBeLessThanOrEqual(1_000);
});

it('is given up for the moment where it stays silent', () => {
  const { lines, log } = startWindow();
  vi.advanceTimersByTime(SILENT_MS);
  expect(log).toEqual(['closed']);
  lines[0]?.onOpen();
  expect(log).toEqual(['closed']);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
});

it('rests while the window is out of sight', () => {
  const { lines, line, log, show } = startWindow();
  line().onOpen();
  show(false);
  vi.advanceTimersByTime(10 * LONGEST_PAUSE_MS);
  expect(lines).toHaveLength(1);
  show(true);
  expect(lines).toHaveLength(2);
  expect(log).toEqual(['live', 'closed', 'not live']);
});

it('says what was missed only where the server does not tell it any more', () => {
  const { line, log, show } = startWindow();
  line().onOpen();
  show(false);
  vi.advanceTimersByTime(RECENT_MS);
  show(true);
  line().onOpen();
  expect(log).not.toContain('missed');
  show(false);
  vi.advanceTimersByTime(RECENT_MS + 1);
  show(true);
  line().onOpen();
  expect(log.slice(-2)).toEqual(['missed', 'live']);
});

it('stays closed once the session is over', () => {
  const { lines, line, log } = startWindow();
  line().onOpen();
  line().onEnd('signed out');
  vi.advanceTimersByTime(10 * LONGEST_PAUSE_MS);
  expect(log).toEqual(['live', 'closed', 'not live', 'signed out']);
  expect(lines).toHaveLength(1);
});
