import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { sweepPreparations } from './sweep-preparations.ts';

type Deps = Parameters<typeof sweepPreparations>[0];

const NOW = new Date('2027-01-12T15:00:00Z');
const DROP = new Date('2027-01-13T15:00:00Z');
const IN_AN_HOUR = new Date('2027-01-12T16:00:00Z');
const DUE = new Date('2027-01-12T14:00:00Z');

interface Given {
  expired?: object[];
  resweeps?: object[];
  /** The event of the key of the hold: a hold if it was made. */
  event?: object;
  fails?: string;
}

/** Sweeps preparations; returns what is asked of the stores after they are claimed. */
async function swept({ expired = [], resweeps = [], event = { type: 'void' }, fails }: Given) {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    ...Object.fromEntries(['statuses', 'contacts', 'consents', 'jobs'].map((name) => [name, recorded(name)])),
    preparations: recorded('preparations', {
      claimExpired: () => Promise.resolve(expired),
      listResweeps: () => Promise.resolve(resweeps),
    }),
    replacements: recorded('replacements', { claimExpired: () => Promise.resolve([]) }),
    ledger: recorded('ledger', {
      execute: (stream: string) =>
        stream === fails ? Promise.reject(new Error('unreadable')) : Promise.resolve({ ok: true, event }),
    }),
    log: recorded('log', { error: () => undefined }),
    clock: { now: () => NOW },
    preparationLeaseMs: 5_000,
  } as unknown as Deps;
  await sweepPreparations(deps);
  const claims = calls.filter(([name]) => /claim|list/.test(name as string));
  const lease = new Date(NOW.getTime() + 5_000);
  expect(claims).toEqual([
    ['preparations.claimExpired', NOW, lease],
    ['replacements.claimExpired', NOW, lease],
    ['preparations.listResweeps', NOW],
  ]);
  return calls.filter((call) => !claims.includes(call) && call[0] !== 'contacts.countWindows');
}

const campaign = (kind: string, own: object = {}) => ({
  _id: 'c',
  userId: 'u',
  streamId: 's',
  dropDate: DROP,
  preparing: { kind, preparationId: 'p', run: 2 },
  ...own,
});
const HOLD = { type: 'hold', amount: 70, lots: [{ calls: 4 }, { calls: 3 }] };
const VOIDED = ['ledger.execute', 's', { type: 'void-hold', key: 'hold:c:2:p', campaignId: 'c' }];

test.each<[string, unknown[][]]>([
  ['create', [['jobs.startAt', 'c', DROP]]],
  ['add', []],
  [
    'retry',
    [
      ['jobs.run', 'c'],
      ['jobs.settle', 'c'],
    ],
  ],
])(
  'a %s whose credits are held is committed with what the hold covers, and its work is queued',
  async (kind, work) => {
    const [voided, committed, ...queued] = await swept({ expired: [campaign(kind)], event: HOLD });
    expect(voided).toEqual(VOIDED);
    expect(committed?.[0]).toBe('statuses.commitPreparation');
    const { increase } = committed?.[2] as { increase: Record<string, number> };
    expect(increase).toMatchObject(
      kind === 'retry' ? { failed: -7, held: 70 } : { total: 7, creditCost: 70, held: 70 },
    );
    expect(queued).toEqual(work);
  },
);

test.each<[string, unknown[][]]>([
  [
    'create',
    [
      ['contacts.erase', 'c'],
      ['consents.remove', ['p']],
    ],
  ],
  [
    'add',
    [
      ['contacts.undoPreparation', 'c', 'p'],
      ['consents.remove', ['p']],
    ],
  ],
  [
    'retry',
    [
      ['contacts.undoPreparation', 'c', 'p'],
      ['consents.remove', ['p']],
      ['jobs.settle', 'c'],
    ],
  ],
])('a %s without a hold is undone and cleaned up once more in an hour', async (kind, undone) => {
  const of = campaign(kind);
  expect(await swept({ expired: [of] })).toEqual([
    VOIDED,
    ...undone,
    ['statuses.voidPreparation', of, NOW, IN_AN_HOUR],
  ]);
});

test('a campaign whose ledger cannot be read is logged and keeps no other from being swept', async () => {
  const broken = campaign('add', { _id: 'b', streamId: 'broken' });
  const steps = await swept({ expired: [broken, campaign('add')], fails: 'broken' });
  expect(steps.filter(([name]) => name === 'log.error')).toEqual([
    [
      'log.error',
      { err: expect.any(Error) as Error, campaignId: 'b' },
      'sweeping a preparation failed; the next sweep retries it',
    ],
  ]);
  expect(steps.at(-1)?.[0]).toBe('statuses.voidPreparation');
});

const due = (own: object) => ({
  _id: 'c',
  status: 'Scheduled',
  streamId: 's',
  voidedPreparations: ['p', 'q'],
  resweepAt: DUE,
  ...own,
});
const CLEANED = [
  ['contacts.undoPreparation', 'c', 'p'],
  ['contacts.erase', 'p'],
  ['contacts.undoPreparation', 'c', 'q'],
  ['contacts.erase', 'q'],
  ['consents.remove', ['p', 'q']],
];
test.each<[string, object, unknown[][]]>([
  ['that is there', due({}), [...CLEANED, ['jobs.settle', 'c'], ['preparations.clearResweep', 'c', DUE]]],
  [
    'that is deleted',
    due({ status: 'Deleted' }),
    [['contacts.erase', 'c'], ...CLEANED, ['preparations.clearResweep', 'c', DUE]],
  ],
  [
    'that only kept an id',
    due({ status: 'Deleted', streamId: undefined }),
    [
      ['contacts.erase', 'c'],
      ['preparations.removeTombstone', 'c', DUE],
    ],
  ],
])('what stale workers stored of a campaign %s is removed', async (_, of, expected) => {
  expect(await swept({ resweeps: [of] })).toEqual(expected);
});
