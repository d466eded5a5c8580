import { expect, test } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { CreditAlert } from './credit-alert-store.ts';
import { checkCreditAlerts, setCreditAlert } from './credit-alerts.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const HOUR_MS = 3_600_000;
const ALERT: CreditAlert = { _id: 'ana', streamId: 's', threshold: 100, armed: true, n: 4, version: 7 };

interface Given {
  available?: number;
  alerts?: CreditAlert[];
  version?: number;
  failing?: string;
}

function system({ available = 99, alerts = [ALERT], version = 8, failing }: Given) {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    alerts: recorded('alerts', {
      watched: (after: string) => Promise.resolve(after === '' ? alerts : []),
    }),
    ledger: {
      balance: (streamId: string) =>
        streamId === failing
          ? Promise.reject(new Error('no ledger'))
          : Promise.resolve({ available, held: 0, debt: 0, version }),
    },
    creditVersions: {
      versionsOf: (streams: string[]) => Promise.resolve(new Map(streams.map((stream) => [stream, version]))),
    },
    mails: recorded('mails'),
    users: { byUid: (uid: string) => Promise.resolve({ uid }) },
    clock: { now: () => NOW },
    log: recorded('log', { warn: () => undefined }),
    trigger: () => undefined,
  } as unknown as BillingDeps;
  return { deps, calls };
}

async function checked(given: Given, options?: { all: boolean }) {
  const { deps, calls } = system(given);
  await checkCreditAlerts(deps, options);
  return calls.filter(([name]) => name !== 'alerts.watched');
}

const MAIL = {
  _id: 'credits_low:ana:5',
  uid: 'ana',
  notice: { kind: 'credits_low', threshold: 100, available: 99 },
  at: NOW,
  dueAt: NOW,
};

test('one mail is queued when the credits are below the threshold, before that is stored', async () => {
  expect(await checked({})).toEqual([
    ['mails.add', MAIL],
    ['alerts.checked', ALERT, { n: 5, armed: false, version: 8, mailedAt: NOW }],
  ]);
});

test.each<[string, Partial<CreditAlert>, number, object[]]>([
  ['as many credits as the threshold', {}, 100, [{ n: 4, armed: true, version: 8 }]],
  ['few credits, of which a mail was sent', { armed: false }, 99, [{ n: 4, armed: false, version: 8 }]],
  ['more credits after a mail', { armed: false }, 100, [{ n: 4, armed: true, version: 8 }]],
  ['few credits again within an hour', { mailedAt: ago(HOUR_MS - 1) }, 99, []],
  ['a reminder that is off', { threshold: undefined }, 0, []],
])('no mail is queued for %s', async (_what, change, available, stored) => {
  const alert = { ...ALERT, ...change };
  expect(await checked({ available, alerts: [alert] })).toEqual(
    stored.map((result) => ['alerts.checked', alert, result]),
  );
});

test('an hour after the last mail another one is queued', async () => {
  const alert = { ...ALERT, mailedAt: ago(HOUR_MS) };
  expect((await checked({ alerts: [alert] })).map(([name]) => name)).toEqual(['mails.add', 'alerts.checked']);
});

test('credits that have not changed are checked where all are', async () => {
  expect(await checked({ version: 7 })).toEqual([]);
  expect(await checked({ version: 7 }, { all: true })).toHaveLength(2);
});

test('a check that fails is logged and does not keep others from theirs', async () => {
  const alerts = [{ ...ALERT, _id: 'bob', streamId: 's-bob' }, ALERT];
  const done = await checked({ alerts, failing: 's-bob' });
  expect(done.map(([name]) => name)).toEqual(['log.warn', 'mails.add', 'alerts.checked']);
  expect(done[0]?.[1]).toMatchObject({ uid: 'bob', err: new Error('no ledger') });
});

test.each<[number | null, number, object]>([
  [100, 100, { threshold: 100, armed: true }],
  [100, 99, { threshold: 100, armed: false }],
  [null, 99, { threshold: undefined, armed: false }],
])('a threshold of %s with %i credits causes no mail at once', async (threshold, available, stored) => {
  const { deps, calls } = system({ available });
  await setCreditAlert(deps, { uid: 'ana', streamId: 's' }, threshold);
  expect(calls).toEqual([['alerts.set', 'ana', { streamId: 's', version: 8, ...stored }]]);
});
