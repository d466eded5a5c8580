import { expect, test } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { retryCampaign, type RetryRequest } from './retry-campaign.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const USER = { uid: 'u', streamId: 's' };
const CAMPAIGN = {
  _id: 'c',
  userId: 'u',
  streamId: 's',
  name: 'Spring',
  status: 'Failed',
  run: 2,
  voiceId: 'v',
  outcomes: {},
};

interface Given {
  campaign?: object;
  /** Calls that a retry makes, and the failed ones that it leaves out. */
  requeued?: number;
  advisedAgainst?: number;
  /** What the calls cost each now. */
  price?: number;
  begins?: boolean;
  voice?: string;
  refusal?: object;
}

/** Retries the failed calls of a campaign; returns the answer or the error, and the steps that write. */
async function retried(given: Given, wanted: RetryRequest = {}) {
  const { calls, recorded } = createCallRecorder();
  const { requeued = 3, price = 10 } = given;
  const campaign = { ...CAMPAIGN, ...given.campaign };
  const count = { calls: requeued, suppressed: 0, tooOften: 0, advisedAgainst: given.advisedAgainst ?? 0 };
  const deps = {
    ...Object.fromEntries(['statuses', 'consents', 'jobs'].map((name) => [name, recorded(name)])),
    campaigns: recorded('campaigns', { find: () => Promise.resolve({ ...campaign, status: 'Sending' }) }),
    contacts: recorded('contacts', {
      requeueFailed: () => Promise.resolve(requeued),
      countRetryable: () => Promise.resolve(count),
      retriedReasons: () => Promise.resolve({}),
    }),
    preparations: recorded('preparations', {
      begin: (_campaign: unknown, _from: unknown, preparing: object) =>
        Promise.resolve(given.begins === false ? undefined : { ...campaign, preparing }),
    }),
    ledger: recorded('ledger', {
      quote: (_stream: string, n: number) =>
        Promise.resolve({
          cost: n * price,
          available: 900,
          periodStart: NOW,
          allowanceCalls: 0,
          extraCalls: 0,
        }),
      execute: () =>
        Promise.resolve(
          given.refusal === undefined
            ? { ok: true, event: { amount: requeued * price, balance: { available: 0 } } }
            : { ok: false, refusal: given.refusal },
        ),
    }),
    subscriptions: {
      isSubscribed: () => Promise.resolve(true),
      periodStartOf: () => Promise.resolve(undefined),
    },
    users: { byUid: () => Promise.resolve({}) },
    voices: { ownership: () => Promise.resolve(given.voice ?? 'own') },
    callLog: { tooOften: () => Promise.resolve('too often') },
    clock: { now: () => NOW },
    preparationLeaseMs: 5_000,
  } as unknown as CampaignsDeps;
  const request = { user: USER, campaign, idempotencyKey: undefined, where: { changedAt: NOW } };
  const answer: unknown = await retryCampaign(deps, request as never, wanted).catch(
    (error: unknown) => error,
  );
  const writes = calls.filter(([name]) => !/find|countRetryable|quote|retriedReasons/.test(name as string));
  return { answer, calls, steps: writes.map(([name]) => name), writes };
}

const MADE = [
  'preparations.begin',
  'contacts.requeueFailed',
  'ledger.execute',
  'statuses.commitPreparation',
  'jobs.run',
  'jobs.settle',
];
const UNDONE = ['contacts.undoPreparation', 'consents.remove', 'jobs.settle', 'preparations.abandon'];

test('the failed calls of a finished campaign are held and made again in the next run', async () => {
  const wanted = { reasons: ['4002'], contacts: [7] } as unknown as RetryRequest;
  const { answer, steps, writes } = await retried({}, wanted);
  expect(answer).toEqual({ status: 'Sending', retried: 3, cost: 30 });
  expect(steps).toEqual(MADE);
  const [begun, requeued] = writes;
  expect(begun?.slice(2)).toEqual([
    ['Success', 'Failed'],
    {
      kind: 'retry',
      calls: 0,
      run: 3,
      preparationId: expect.any(String) as string,
      leaseUntil: new Date(NOW.getTime() + 5_000),
    },
    { changedAt: NOW },
  ]);
  expect(requeued?.[1]).toMatchObject({
    campaignId: 'c',
    userId: 'u',
    reasons: ['4002'],
    among: [7],
    run: 3,
    tooOften: 'too often',
  });
});

test('reasons of a campaign of an older version are counted first', async () => {
  expect((await retried({ campaign: { outcomes: undefined } })).steps).toEqual([
    'contacts.countOutcomes',
    ...MADE,
  ]);
});

test('a retry that was agreed to is made at that number and cost', async () => {
  const { answer, writes } = await retried({}, { expected: { run: 2, calls: 3, cost: 30 } });
  expect(answer).toMatchObject({ retried: 3, cost: 30 });
  expect(writes.find(([name]) => name === 'ledger.execute')?.[2]).toMatchObject({ cost: 30, calls: 3 });
});

const RESTORED =
  'This campaign was restored from a backup, so it is not known which calls were made since. Support can allow a retry.';
const NOW_THREE = 'It is now 3 calls for 30 credits. Please confirm again.';
test.each<[string, Given, RetryRequest['expected'], object]>([
  [
    'that was restored',
    { campaign: { restoredFrom: NOW } },
    undefined,
    { code: 'CONFLICT', message: RESTORED },
  ],
  [
    'whose last day is over',
    { campaign: { lastDay: '2027-01-02' } },
    undefined,
    {
      code: 'CONFLICT',
      message: expect.stringMatching(/^The last day of calling was .*\. Duplicate/) as string,
    },
  ],
  [
    'that was retried since',
    {},
    { run: 1, calls: 3, cost: 30 },
    { message: 'This campaign has been retried since. Please look at its results again.' },
  ],
  ['of which other calls were agreed to', {}, { run: 2, calls: 4, cost: 30 }, { message: NOW_THREE }],
  ['at another cost than agreed', {}, { run: 2, calls: 3, cost: 29 }, { message: NOW_THREE }],
])('a campaign %s is refused before anything is written', async (_, given, expected, error) => {
  const { answer, steps } = await retried(given, { expected });
  expect(answer).toMatchObject(error);
  expect(steps).toEqual([]);
});

const NOBODY = 'No failed contact of this campaign can be called again.';
test.each<[string, Given, string[], object]>([
  ['that has changed', { begins: false }, ['preparations.begin'], { code: 'ILLEGAL_TRANSITION' }],
  [
    'whose voice was deleted',
    { voice: 'unknown' },
    ['preparations.begin', ...UNDONE],
    { message: 'The voice of this campaign was deleted, so its calls cannot be made again.' },
  ],
  [
    'of which nobody can be called',
    { requeued: 0 },
    [...MADE.slice(0, 2), ...UNDONE],
    { code: 'CONFLICT', message: NOBODY },
  ],
  [
    'of which only those can be called who have to be named',
    { requeued: 0, advisedAgainst: 2 },
    [...MADE.slice(0, 2), ...UNDONE],
    {
      message: expect.stringMatching(
        /^2 failed calls went to a mailbox that is full or not set up\. Name the reasons .* to call again\.$/,
      ) as string,
    },
  ],
  [
    'that is not paid for',
    { refusal: { type: 'InDebt', debt: 5 } },
    [...MADE.slice(0, 3), ...UNDONE],
    { code: 'INSUFFICIENT_CREDITS' },
  ],
])('a campaign %s is left as it was', async (_, given, expected, error) => {
  const { answer, steps } = await retried(given);
  expect(answer).toMatchObject(error);
  expect(steps).toEqual(expected);
});
