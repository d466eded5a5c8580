import { expect, test } from 'vitest';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { DropsDeps } from './drops-deps.ts';
import { BLOCKED_REASON } from './placement/callable-campaign.ts';
import { runCampaign } from './run-campaign.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2027-01-12T15:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const PATIENCE_MS = 600_000;
const DEADLINE = later(60_000);

interface Given {
  campaign?: Partial<RunnableCampaign> | undefined;
  suspendedAt?: Date;
  isAborted?: boolean;
  /** The carrier has accepted nothing since; undefined in a later run epoch. */
  downSince?: Date | undefined;
  /** Whether calls are left that may be made later. */
  pending?: boolean;
  answers?: object[];
  /** How many contacts are pending, each in a batch of its own. */
  contacts?: number;
  perMinute?: number;
  sliceMs?: number;
}

/** Runs a campaign whose hours are not checked; returns what it does beside the placement of its calls. */
async function run(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const campaign =
    'campaign' in given && given.campaign === undefined
      ? undefined
      : {
          id: 'c',
          caller: 'ana',
          userId: 'ana',
          status: 'Sending',
          runEpoch: 4,
          run: 1,
          message: 'Hello',
          voidedPreparations: [],
          dropsPerMinute: given.perMinute ?? null,
          total: 3,
          ...given.campaign,
        };
  const placed: string[] = [];
  const claimed = new Set<string>();
  const answers = [...(given.answers ?? [{ kind: 'accepted' }])];
  const contacts = Array.from({ length: given.contacts ?? 0 }, (_, at) => ({
    _id: `id-${String(at + 1)}`,
    seq: at + 1,
    run: 1,
    phone: `1202555010${String(at)}`,
    fields: {},
  }));
  const deps = {
    campaigns: recorded('campaigns', {
      find: () => Promise.resolve(campaign),
      pause: () => Promise.resolve(true),
      recordCarrierDown: () => Promise.resolve('downSince' in given ? given.downSince : NOW),
    }),
    users: { byUid: () => Promise.resolve({ suspendedAt: given.suspendedAt }) },
    callingStop: { stoppedAt: () => Promise.resolve(undefined) },
    calls: recorded('calls', {
      listPending: (_id: string, { afterSeq }: { afterSeq: number }) =>
        Promise.resolve(contacts.filter(({ _id, seq }) => seq > afterSeq && !claimed.has(_id)).slice(0, 1)),
      has: () => Promise.resolve(given.pending ?? false),
      claim(_claim: unknown, ids: string[]) {
        for (const id of ids) claimed.add(id);
        return Promise.resolve(ids.length);
      },
      listClaimed: () => Promise.resolve(new Set()),
    }),
    claims: recorded('claims', {
      listExpired: () => Promise.resolve([]),
      startPlacing: () => Promise.resolve(true),
      renew: () => Promise.resolve(true),
      retainDrops: () => Promise.resolve(true),
    }),
    results: recorded('results'),
    jobs: recorded('jobs'),
    callLog: recorded('callLog', {
      lookUp: () => Promise.resolve(),
      reserve: () => Promise.resolve(new Set()),
    }),
    doNotCall: { among: () => Promise.resolve(new Set()) },
    slotReservations: recorded('slotReservations'),
    speeches: recorded('speeches', {
      register: (_user: string, ids: string[]) => Promise.resolve(new Map(ids.map((id) => [id, 'm']))),
    }),
    calendar: { mode: 'off', zoneOf: () => 'UTC', applied: () => ({}), openUntil: () => undefined },
    carrier: {
      capabilities: { idempotencyKeys: true },
      place({ to }: { to: string }) {
        placed.push(to);
        return Promise.resolve(answers.length > 1 ? answers.shift() : answers[0]);
      },
    },
    rate: { pass: () => Promise.resolve(true) },
    clock: { now: () => NOW },
    keyOf: () => 'w',
    metrics: recorded('metrics', { count: () => undefined, observe: () => undefined }),
    log: recorded('log', { warn: () => undefined }),
    options: {
      batchSize: 1,
      concurrency: 1,
      retryDelaysMs: [],
      claimLeaseMs: 5_000,
      reportDeadlineMs: 60_000,
      sliceMs: given.sliceMs ?? 20_000,
      carrierPatienceMs: PATIENCE_MS,
      speakForMs: 1_000,
    },
  } as unknown as DropsDeps;
  const signal = given.isAborted === true ? AbortSignal.abort() : new AbortController().signal;
  let beats = 0;
  await runCampaign(deps, 'c', { signal, heartbeat: () => Promise.resolve(void (beats += 1)) });
  const done = calls.filter(([name]) =>
    /^jobs\.|^campaigns\.(pause|set|record)|^log\.warn/.test(name as string),
  );
  return { done, placed, beats };
}

const paused = (reason: string) => [
  ['campaigns.pause', 'c', 4, reason],
  ['log.warn', { campaignId: 'c', reason, cause: 'other' }, 'a campaign was paused by the system'],
  ['jobs.notify', 'c'],
];
const SETTLED = [
  ['jobs.settle', 'c', DEADLINE],
  ['jobs.settle', 'c'],
];
const RESTORED =
  'It was restored from a backup, and calls may have been made since. Support can allow the others';
const LATE =
  'Its calls were due more than a day ago, while Hark was not running. Resume it if it is still to be sent';

test.each<[string, Given, unknown[][]]>([
  ['that is gone', { campaign: undefined }, []],
  ['that is not Sending', { campaign: { status: 'Paused' } }, []],
  ['of an account that is suspended', { suspendedAt: later(-DAY_MS) }, []],
  [
    'of an account that has been suspended for more than a day',
    { suspendedAt: later(-DAY_MS - 1) },
    paused(BLOCKED_REASON),
  ],
  ['that was restored a day ago', { campaign: { restoredFrom: later(-DAY_MS) } }, paused(RESTORED)],
  [
    'whose next calls were due more than a day ago',
    { campaign: { nextCalls: { at: later(-DAY_MS - 1), zone: 'UTC', since: NOW } } },
    paused(LATE),
  ],
  ['of which nothing is pending', {}, SETTLED],
  [
    'that waited for its hours, and of which nothing is pending',
    { campaign: { nextCalls: { at: later(-DAY_MS), zone: 'UTC', since: NOW } } },
    [...SETTLED, ['campaigns.setNextCalls', expect.anything(), undefined]],
  ],
  ['of which released calls are pending', { pending: true }, [...SETTLED, ['jobs.continueRun', 'c', NOW]]],
  ['whose worker stops', { isAborted: true }, [['jobs.continueRun', 'c']]],
])('a campaign %s calls nobody', async (_, given, expected) => {
  const { done, placed } = await run(given);
  expect(placed).toEqual([]);
  expect(done).toEqual(expected);
});

const UNKNOWN = { kind: 'unknown' };
const DOWN = { kind: 'unavailable', notAccepted: true };
const RETRY = later(15_000);
const down = (of: string) => [
  ['campaigns.recordCarrierDown', 'c', 4],
  ['log.warn', { campaignId: 'c', down: of }, 'a provider does not respond; the run is retried later'],
  ['jobs.continueRun', 'c', RETRY],
];
const SILENT = 'The carrier has accepted no calls for 10 minutes';

test.each<[string, Given, number, unknown[][]]>([
  ['are placed batch by batch, then settled', { contacts: 3 }, 3, SETTLED],
  [
    'that the carrier does not accept are tried again later',
    { contacts: 3, answers: [DOWN] },
    1,
    down('carrier down'),
  ],
  [
    'that the carrier answers none of are tried again later',
    { contacts: 2, answers: [UNKNOWN] },
    1,
    down('carrier down'),
  ],
  [
    'that the carrier has not accepted for long pause the campaign',
    { contacts: 3, answers: [DOWN], downSince: later(-PATIENCE_MS) },
    1,
    [['campaigns.recordCarrierDown', 'c', 4], ...paused(SILENT)],
  ],
  [
    'that it has not accepted for less are tried again',
    { contacts: 3, answers: [DOWN], downSince: later(-PATIENCE_MS + 1) },
    1,
    down('carrier down'),
  ],
  [
    'of a run that was resumed since are left to the next one',
    { contacts: 3, answers: [DOWN], downSince: undefined },
    1,
    [['campaigns.recordCarrierDown', 'c', 4]],
  ],
  [
    'beyond a time slice are left to the next run',
    { contacts: 3, sliceMs: 0 },
    1,
    [
      ['jobs.settle', 'c'],
      ['jobs.continueRun', 'c', NOW],
    ],
  ],
  [
    'of a slow campaign are one in each run, at its interval',
    { contacts: 3, perMinute: 6 },
    1,
    [
      ['jobs.settle', 'c'],
      ['jobs.continueRun', 'c', later(10_000)],
    ],
  ],
  [
    'of a campaign that waited for its hours end the wait',
    { contacts: 1, campaign: { nextCalls: { at: NOW, zone: 'UTC', since: NOW } } },
    1,
    [
      ['campaigns.setNextCalls', expect.anything(), undefined],
      ...SETTLED,
      ['campaigns.setNextCalls', expect.anything(), undefined],
    ],
  ],
])('the calls of a campaign %s', async (_, given, count, expected) => {
  const { done, placed } = await run(given);
  expect(done).toEqual(expected);
  expect(placed).toHaveLength(count);
});
