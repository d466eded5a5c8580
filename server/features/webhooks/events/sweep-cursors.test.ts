import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/lib/log.ts';
import { SECOND_MS } from '#shared/time-units.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { sweepCursors } from './sweep-cursors.ts';

const START = Date.parse('2026-11-27T12:00:00Z');

test('a sweep that takes long, as with very many users, searches each user once and ends', async () => {
  let now = START;
  const searched: string[] = [];
  const dueAt = new Map(['ana', 'bob', 'cy'].map((uid) => [uid, START]));
  const stopping = new AbortController();
  const deps = {
    clock: { now: () => new Date(now) },
    log: createLogger('silent'),
    cursors: {
      claim(by: Date, until: Date) {
        const [due] = [...dueAt].filter(([, at]) => at <= by.getTime()).sort(([, a], [, b]) => a - b);
        if (due === undefined) return Promise.resolve(undefined);
        dueAt.set(due[0], until.getTime());
        return Promise.resolve({ _id: due[0] });
      },
    },
    endpoints: {
      ofUser(uid: string) {
        searched.push(uid);
        now += 30 * SECOND_MS;
        if (searched.length > 3) stopping.abort();
        return Promise.reject(new Error('the rest of the search is not part of this test'));
      },
    },
  } as unknown as WebhookDeps;
  await sweepCursors(deps, stopping.signal);
  expect(searched).toEqual(['ana', 'bob', 'cy']);
  now += 30 * SECOND_MS;
  await sweepCursors(deps);
  expect(searched).toEqual(['ana', 'bob', 'cy', 'ana', 'bob', 'cy']);
});
