import { expect, test } from 'vitest';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { findNextCalls } from './next-calls.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2027-01-12T15:00:00Z');
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

interface Given {
  mode?: string;
  /** When each window class opens next; one that is undefined never does. */
  openings?: Record<string, Date | undefined>;
  /** When it would, without the last day. */
  without?: Record<string, Date>;
  pending?: Record<string, number[]>;
  lastDay?: string | null;
}

async function found({ mode = 'enforce', openings = {}, without = {}, pending = {}, lastDay = null }: Given) {
  const { calls, recorded } = createCallRecorder();
  const left = structuredClone(pending);
  let beats = 0;
  const deps = {
    calls: recorded('calls', {
      listWindows: () => Promise.resolve(Object.keys(openings)),
      has: () => Promise.resolve(Object.keys(pending).length > 0),
      listPending: (_id: string, { windows, limit }: { windows: string[]; limit: number }) =>
        Promise.resolve(
          windows
            .flatMap((window) => left[window] ?? [])
            .slice(0, limit)
            .map((seq) => ({ _id: `id-${String(seq)}`, run: 2, seq })),
        ),
    }),
    results: recorded('results', {
      finishPending(_id: string, _run: number, ids: string[]) {
        for (const window of Object.keys(left))
          left[window] = left[window]?.filter((seq) => !ids.includes(`id-${String(seq)}`)) ?? [];
        return Promise.resolve(ids.length);
      },
    }),
    calendar: {
      mode,
      zoneOf: (window: string) => `zone of ${window}`,
      openUntil: (_window: string, _hours: unknown, at: Date) => new Date(at.getTime() + HOUR_MS),
      nextOpening: (window: string, _hours: unknown, at: Date, last: unknown) => {
        const opens = openings[window] ?? (last === null ? without[window] : undefined);
        return opens !== undefined && opens < at ? at : opens;
      },
      endOf: () => later(1),
    },
    clock: { now: () => NOW },
    options: { claimLeaseMs: 5_000 },
  } as unknown as DropsDeps;
  const campaign = { id: 'c', voidedPreparations: ['void'], lastDay } as unknown as RunnableCampaign;
  const next = await findNextCalls(deps, campaign, () => Promise.resolve(void (beats += 1)));
  const failed = calls.filter(([name]) => name === 'results.finishPending').map(([, ...args]) => args);
  return { next, failed, beats, calls };
}

test('where nothing waits for hours the next calls are now, if any is pending', async () => {
  const { next, calls } = await found({ mode: 'off', pending: { any: [1] } });
  expect(next).toEqual({ at: NOW, zone: 'zone of *' });
  expect(calls).toEqual([['calls.has', 'c', ['pending'], ['void']]]);
  expect((await found({ mode: 'off' })).next).toBeUndefined();
});

test('the first window class that opens says when, in its zone', async () => {
  const openings = { late: later(9), soon: later(2), later: later(5) };
  expect((await found({ openings })).next).toEqual({ at: later(2), zone: 'zone of soon' });
  expect((await found({})).next).toBeUndefined();
});

test('one that is open counts while a call of it is pending, which those of voided preparations are not', async () => {
  const openings = { open: later(-1), soon: later(2) };
  expect((await found({ openings, pending: { open: [1] } })).next).toEqual({ at: NOW, zone: 'zone of open' });
  const { next, calls } = await found({ openings });
  expect(next).toEqual({ at: later(2), zone: 'zone of soon' });
  const query = { afterSeq: 0, voidedPreparations: ['void'], limit: 1, windows: ['open'] };
  expect(calls.at(-1)).toEqual(['calls.listPending', 'c', query]);
});

test('calls that cannot be made any more fail with the reason, in batches with a heartbeat each', async () => {
  const many = Array.from({ length: 1_001 }, (_, n) => n + 10);
  const given = {
    lastDay: '2027-01-12',
    openings: { over: undefined, never: undefined, soon: later(2) },
    without: { over: later(40) },
    pending: { over: [1], never: many, soon: [2] },
  };
  const { next, failed, beats } = await found(given);
  expect(next).toEqual({ at: later(2), zone: 'zone of soon' });
  const call = (reason: string) => ({ status: 'failed', at: NOW, code: '', reason, retryable: false });
  expect(failed).toEqual([
    ['c', 2, ['id-1'], call('after the last day')],
    ['c', 2, many.slice(0, 1_000).map((seq) => `id-${String(seq)}`), call('no calling hours')],
    ['c', 2, ['id-1010'], call('no calling hours')],
  ]);
  expect(beats).toBe(3);
});
