import { expect, test } from 'vitest';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { finishCampaign, releaseDeleted } from './finish-campaign.ts';

type Args = Parameters<typeof releaseDeleted>;

test.each([
  ['before its final settlement waits for the results of all calls', false, ['success', 'failed']],
  ['after its final settlement waits for calls at the carrier alone', true, []],
])('a deleted campaign %s', async (_, final, more) => {
  const asked: unknown[] = [];
  const deps = {
    settlements: {
      find: (...args: unknown[]) => Promise.resolve(asked.push(args) > 0 ? { final } : undefined),
    },
    calls: {
      has: (...args: unknown[]) => {
        asked.push(args);
        return Promise.resolve(true);
      },
    },
  } as unknown as Args[0];
  const campaign = { id: 'c1', lastSettlement: 4, voidedPreparations: ['p1'] } as unknown as Args[1];
  expect(await releaseDeleted(deps, campaign)).toBe('open');
  expect(asked).toEqual([
    ['c1', 5],
    ['c1', ['claimed', 'placed', ...more], ['p1']],
  ]);
});

const CLOCK = new Date('2026-11-23T17:00:00Z');
const CAMPAIGN = {
  id: 'c',
  userId: 'u',
  streamId: 's',
  voiceId: 'v',
  providerVoiceId: 'p',
  status: 'Sending',
  run: 2,
  runEpoch: 4,
  total: 9,
  delivered: 5,
  failed: 4,
  lastSettlement: 6,
  isTest: false,
} as unknown as RunnableCampaign;

interface Given {
  campaign?: Partial<RunnableCampaign>;
  /** The campaign as it is read after its hold. */
  current?: Partial<RunnableCampaign> | undefined;
  opens?: boolean;
  /** The settlement that has the next number. */
  existing?: object | undefined;
  held?: number;
  resumed?: Partial<RunnableCampaign>;
  finishes?: boolean;
  hasOpen?: boolean;
  refusal?: string;
}

/** Finishes a campaign; returns the outcome and what is asked of the stores. */
async function finished(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const campaign = { ...CAMPAIGN, ...given.campaign };
  const deps = {
    campaigns: recorded('campaigns', {
      find: () =>
        Promise.resolve('current' in given ? given.current && { ...campaign, ...given.current } : campaign),
      resumeToFinish: () => Promise.resolve(given.resumed && { ...campaign, ...given.resumed }),
      finish: () => Promise.resolve(given.finishes ?? true),
    }),
    settlements: recorded('settlements', {
      open: () => Promise.resolve(given.opens ?? true),
      find: () => Promise.resolve(given.existing),
    }),
    ledger: recorded('ledger', {
      campaignHold: () => Promise.resolve({ held: given.held ?? 70 }),
      execute: () =>
        Promise.resolve(
          given.refusal === undefined ? { ok: true } : { ok: false, refusal: { type: given.refusal } },
        ),
    }),
    calls: recorded('calls', { has: () => Promise.resolve(given.hasOpen ?? false) }),
    contacts: recorded('contacts', {
      erase: (_id: string, _beat: unknown, note: (some: object[]) => Promise<void>) =>
        note([
          { phone: '1', status: 'success', at: CLOCK },
          { phone: '2', status: 'failed', at: new Date(CLOCK.getTime() - 10 * 60_000) },
          { phone: '3', status: 'pending', previous: { at: CLOCK } },
          { phone: '4', status: 'pending' },
        ]),
    }),
    ...Object.fromEntries(
      ['claims', 'jobs', 'leftOut', 'erasedCalls', 'statuses', 'speeches', 'unusedSpeech', 'objects'].map(
        (name) => [name, recorded(name)],
      ),
    ),
    carrier: recorded('carrier'),
    erasePreviews: (...args: unknown[]) => Promise.resolve(calls.push(['erasePreviews', ...args])),
    clock: { now: () => CLOCK },
    log: recorded('log', { warn: () => undefined }),
    options: {},
  } as unknown as Args[0];
  const failure: unknown[] = [];
  const end = await finishCampaign(deps, campaign, () => Promise.resolve()).catch((error: unknown) => {
    failure.push(String(error));
    return 'failed';
  });
  const of = (...names: string[]) => calls.filter(([name]) => names.includes(name as string));
  return { end, of, calls, failure };
}

const FINAL = {
  _id: 'c:7',
  campaignId: 'c',
  n: 7,
  run: 2,
  runEpoch: 4,
  final: true,
  day: '2026-11-23',
  at: CLOCK,
  delivered: 0,
  failed: 0,
  retryable: 0,
  runEpochCalls: 0,
  faults: 0,
};
const RELEASE = {
  type: 'release',
  key: 'release:c:2:finished',
  campaignId: 'c',
  calls: 'rest',
  reason: 'finished',
};

test('a campaign whose calls are settled releases its hold under a final settlement before it is finished', async () => {
  const { end, calls } = await finished({});
  expect(end).toBe('done');
  expect(calls).toEqual([
    ['settlements.open', FINAL],
    ['ledger.campaignHold', 's', 'c'],
    ['campaigns.find', 'c'],
    ['ledger.execute', 's', RELEASE],
    ['claims.erase', 'c', 2],
    ['campaigns.finish', 'c', FINAL, 'Success'],
    ['jobs.notify', 'c'],
    ['settlements.close', FINAL, CLOCK],
  ]);
});

test.each<[string, Given, unknown[]]>([
  ['without a delivered call has failed', { campaign: { delivered: 0, failed: 9 } }, ['c', FINAL, 'Failed']],
  [
    'that another has begun to finish is finished',
    { opens: false, existing: FINAL },
    ['c', FINAL, 'Success'],
  ],
  [
    'that was paused without a call to hold back is finished',
    { campaign: { status: 'Paused' }, resumed: { status: 'Sending' } },
    ['c', FINAL, 'Success'],
  ],
])('a campaign %s', async (_, given, expected) => {
  const { end, of } = await finished(given);
  expect([end, of('campaigns.finish')]).toEqual(['done', [['campaigns.finish', ...expected]]]);
});

test.each<[string, Given, string]>([
  ['of which a call is missing', { campaign: { delivered: 4 } }, 'done'],
  ['that is paused for good', { campaign: { status: 'Paused' } }, 'done'],
  ['that is finished', { campaign: { status: 'Success' } }, 'done'],
  ['of which another settlement was opened', { opens: false, existing: { n: 7 } }, 'superseded'],
])('a campaign %s is not finished', async (_, given, outcome) => {
  const { end, of } = await finished(given);
  expect([end, of('campaigns.finish', 'ledger.execute', 'jobs.notify')]).toEqual([outcome, []]);
});

test('a paused campaign is resumed to finish for any reason where nobody could resume it', async () => {
  const anyReason = async (campaign: Partial<RunnableCampaign>) =>
    (await finished({ campaign: { status: 'Paused', ...campaign } })).of('campaigns.resumeToFinish')[0]?.[1];
  expect(await anyReason({})).toEqual({ id: 'c', anyReason: false });
  expect(await anyReason({ isTest: true })).toEqual({ id: 'c', anyReason: true });
  expect(await anyReason({ lastDay: '2026-11-20' })).toEqual({ id: 'c', anyReason: true });
  expect(await anyReason({ lastDay: '2026-12-20' })).toEqual({ id: 'c', anyReason: false });
});

test.each<[string, Given]>([
  ['nothing is held', { held: 0 }],
  ['its run was finished meanwhile', { current: { status: 'Success' } }],
  ['its run failed meanwhile', { current: { status: 'Failed' } }],
  ['a retry has begun', { current: { run: 3 } }],
  ['it is gone', { current: undefined }],
])('nothing is released where %s', async (_, given) => {
  expect((await finished(given)).of('ledger.execute')).toEqual([]);
});

test('a mail is sent by the process that finished the campaign, and none where the ledger refuses', async () => {
  expect((await finished({ finishes: false })).of('jobs.notify')).toEqual([]);
  const { failure, of } = await finished({ refusal: 'unknown campaign' });
  expect(failure).toEqual(['Error: The ledger refused release:c:2:finished: unknown campaign']);
  expect(of('campaigns.finish')).toEqual([]);
});

test('a deleted campaign is erased with all that belongs to it once its hold is released', async () => {
  const { end, of, calls } = await finished({ campaign: { status: 'Deleting' } });
  expect(end).toBe('done');
  expect(of('ledger.execute')[0]?.[2]).toMatchObject({ key: 'release:c:2:deleted', reason: 'deleted' });
  const names = calls.map(([name]) => name);
  expect(names.filter((name) => /leftOut|erasePreviews|claims|markDeleted/.test(name as string))).toEqual([
    'leftOut.erase',
    'erasePreviews',
    'claims.erase',
    'statuses.markDeleted',
  ]);
  expect(of('erasePreviews', 'claims.erase')).toEqual([
    ['erasePreviews', 'u', 'v'],
    ['claims.erase', 'c', 2],
  ]);
  expect(of('statuses.markDeleted')[0]?.[2]).toEqual(CLOCK);
  // Of these the carrier may still repeat a webhook, which names only the number.
  expect(of('erasedCalls.note')).toEqual([
    [
      'erasedCalls.note',
      [
        { phone: '1', at: CLOCK },
        { phone: '3', at: CLOCK },
      ],
    ],
  ]);
});

test.each<[string, Given, string]>([
  ['while a call is open', { hasOpen: true }, 'done'],
  ['before another settlement is applied', { opens: false, existing: { n: 7 } }, 'superseded'],
])('a deleted campaign is not erased %s', async (_, given, outcome) => {
  const { end, of } = await finished({ ...given, campaign: { status: 'Deleting' } });
  expect([end, of('statuses.markDeleted', 'leftOut.erase', 'ledger.execute')]).toEqual([outcome, []]);
});
