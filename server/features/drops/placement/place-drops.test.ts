import { expect, test } from 'vitest';
import type { FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import { NO_METRICS } from '#server/platform/lib/observability/metrics.ts';
import { placeDrops } from './place-drops.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const drops = ['a', 'b'].map((to) => ({ attemptId: to, to, speech: {} }) as FrozenDrop);

/** Places the drops, which may be placed until a step; returns the steps that were taken and the drops withheld. */
async function placedUntil(last: string) {
  const steps: string[] = [];
  const take = <T>(step: string, result: T) => Promise.resolve((steps.push(step), result));
  const deps = {
    carrier: {
      capabilities: { idempotencyKeys: true },
      place: ({ to }: { to: string }) => take(`place ${to}`, { kind: 'accepted' }),
    },
    rate: { pass: () => take('wait', true) },
    clock: { now: () => NOW },
    metrics: NO_METRICS,
    options: { concurrency: 1, retryDelaysMs: [] },
  } as unknown as DropsDeps;
  const request = {
    campaign: { id: 'c1', caller: 'ann', dropsPerMinute: null },
    claim: { drops, firstClaimedAt: NOW },
    reclaimed: false,
    lease: { isHeld: () => Promise.resolve(true), isFresh: () => true },
    mayPlace: () => steps.at(-1) !== last,
  };
  const { withheld } = await placeDrops(deps, request, new AbortController().signal);
  return { steps, withheld: withheld.map(({ to }) => to) };
}

test('calls that may not be made any more after the wait for the rate limit are withheld', async () => {
  expect(await placedUntil('wait')).toEqual({ steps: ['wait'], withheld: ['a', 'b'] });
});

test('calls that may not be made any more use no slot of the rate limit', async () => {
  expect(await placedUntil('place a')).toEqual({ steps: ['wait', 'place a'], withheld: ['b'] });
});

interface Given {
  /** What the carrier answers, request by request; the last answer stays. */
  answers?: (Partial<Placement> | Error)[];
  keys?: boolean;
  reclaimed?: boolean;
  /** Delays before a call is placed again. */
  delays?: number[];
  count?: number;
  concurrency?: number;
  firstClaimedAt?: Date;
  speech?: object;
  postalCode?: string;
  isHeld?: (() => Promise<boolean>)[];
}

/** Places drops; returns the kinds of their results, the requests, and all that was found of faults. */
async function placedWith(given: Given) {
  const [answers, held] = [
    [...(given.answers ?? [{ kind: 'accepted' as const }])],
    [...(given.isHeld ?? [])],
  ];
  const requests: object[] = [];
  const stop = new AbortController();
  const deps = {
    carrier: {
      capabilities: { idempotencyKeys: given.keys ?? true },
      place(body: object, mayStill: () => boolean) {
        requests.push(body);
        expect(mayStill()).toBe(true);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer === undefined) stop.abort();
        return answer instanceof Error
          ? Promise.reject(answer)
          : Promise.resolve(answer ?? { kind: 'unknown' });
      },
    },
    rate: { pass: () => Promise.resolve(true) },
    clock: { now: () => NOW },
    metrics: NO_METRICS,
    options: { concurrency: given.concurrency ?? 1, retryDelaysMs: given.delays ?? [] },
  } as unknown as DropsDeps;
  const placed = await placeDrops(
    deps,
    {
      campaign: { id: 'c1', caller: 'ann', dropsPerMinute: null },
      claim: {
        drops: Array.from({ length: given.count ?? 1 }, (_, at) => ({
          attemptId: `a-${String(at)}`,
          to: String(at),
          speech: given.speech ?? { kind: 'media' },
          ...(given.postalCode !== undefined && { postalCode: given.postalCode }),
        })) as unknown as FrozenDrop[],
        firstClaimedAt: given.firstClaimedAt ?? NOW,
      },
      reclaimed: given.reclaimed ?? false,
      lease: { isHeld: () => (held.shift() ?? (() => Promise.resolve(true)))(), isFresh: () => true },
      mayPlace: () => true,
    },
    stop.signal,
  );
  const kinds = ['accepted', 'refused', 'doubtful', 'unknown', 'unplaced', 'withheld'] as const;
  const found = Object.fromEntries(
    kinds.flatMap((kind) => (placed[kind].length > 0 ? [[kind, placed[kind].length]] : [])),
  );
  const { carrierDown, accountFault, failure, refused } = placed;
  return { found, requests, carrierDown, accountFault, failure, refused };
}

const REJECTED = { kind: 'rejected', code: 'x', reason: 'Bad' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
const BUSY = { kind: 'unavailable', notAccepted: true } as const;
const MAYBE = { kind: 'unavailable' } as const;
const ACCEPTED = { kind: 'accepted' } as const;
const TWICE = { delays: [1] };

test.each<[string, Given, Record<string, number>, number]>([
  ['that is accepted', {}, { accepted: 1 }, 1],
  ['that is refused', { answers: [REJECTED] }, { refused: 1 }, 1],
  [
    'that is refused, of a claim of another worker',
    { answers: [REJECTED], reclaimed: true },
    { doubtful: 1 },
    1,
  ],
  ['without a response, with keys', { answers: [UNKNOWN, ACCEPTED], ...TWICE }, { accepted: 1 }, 2],
  ['without a response, without keys', { answers: [UNKNOWN], keys: false, ...TWICE }, { unknown: 1 }, 1],
  ['that is refused after no response', { answers: [UNKNOWN, REJECTED], ...TWICE }, { doubtful: 1 }, 2],
  ['that was not accepted', { answers: [BUSY, ACCEPTED], keys: false, ...TWICE }, { accepted: 1 }, 2],
  ['that was not accepted and then is refused', { answers: [BUSY, REJECTED], ...TWICE }, { refused: 1 }, 2],
  ['that is never accepted, without keys', { answers: [BUSY], keys: false, ...TWICE }, { unplaced: 1 }, 2],
  ['that is never accepted, with keys', { answers: [BUSY], ...TWICE }, { unknown: 1 }, 2],
  [
    'that may have been accepted, without keys',
    { answers: [MAYBE], keys: false, ...TWICE },
    { unknown: 1 },
    1,
  ],
  [
    'whose keys have expired',
    { firstClaimedAt: new Date(NOW.getTime() - 23 * 3_600_000) },
    { unplaced: 1 },
    0,
  ],
  ['of a claim that is lost', { isHeld: [() => Promise.resolve(false)] }, { unplaced: 1 }, 0],
  [
    'of a claim that is lost before it is placed again',
    { answers: [UNKNOWN], isHeld: [() => Promise.resolve(true), () => Promise.resolve(false)], ...TWICE },
    { unknown: 1 },
    1,
  ],
  [
    'whose text cannot be spoken',
    { speech: { kind: 'unspeakable', code: '3001', reason: 'Bad' } },
    { refused: 1 },
    0,
  ],
])('a call %s', async (_, given, found, requests) => {
  const result = await placedWith(given);
  expect([result.found, result.requests.length]).toEqual([found, requests]);
  expect([result.accountFault, result.failure]).toEqual([undefined, undefined]);
});

test('a request names the attempt, the number, the recording and the postal code where it is known', async () => {
  const speech = { kind: 'media', mediaId: 'm' };
  const body = { attemptId: 'a-0', to: '0', content: speech };
  expect((await placedWith({ speech })).requests).toEqual([body]);
  expect((await placedWith({ speech, postalCode: '78701' })).requests).toEqual([
    { ...body, postalCode: '78701' },
  ]);
  const { refused } = await placedWith({ answers: [REJECTED] });
  expect(refused).toMatchObject([{ code: 'x', reason: 'Bad', drop: { to: '0' } }]);
});

test('after as many failures in a row as calls are placed at once the carrier is down, and nothing more is placed', async () => {
  const down = await placedWith({ answers: [BUSY], keys: false, count: 5, concurrency: 2 });
  expect([down.carrierDown, down.found, down.requests.length]).toEqual([true, { unplaced: 5 }, 3]);
  const up = await placedWith({
    answers: [BUSY, ACCEPTED, BUSY, ACCEPTED],
    keys: false,
    count: 4,
    concurrency: 2,
  });
  expect([up.carrierDown, up.found]).toEqual([false, { accepted: 2, unplaced: 2 }]);
});

test('a fault of the account or of the system ends placing, and says which', async () => {
  const fault = { ...BUSY, accountFault: 'No funds' };
  const faulty = await placedWith({ answers: [fault], count: 3 });
  expect([faulty.accountFault, faulty.found, faulty.requests.length]).toEqual([
    'No funds',
    { unplaced: 3 },
    1,
  ]);
  const broken = await placedWith({ answers: [new Error('broken')], count: 3 });
  expect([broken.failure?.message, broken.found]).toEqual(['broken', { unknown: 1, unplaced: 2 }]);
  const asking = await placedWith({ isHeld: [() => Promise.reject(new Error('down'))], count: 2 });
  expect([asking.failure?.message, asking.found]).toEqual(['down', { unplaced: 2 }]);
});
