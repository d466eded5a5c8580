import { expect, test } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { BillingMail } from './billing-mail-store.ts';
import { queueMail } from './queue-mail.ts';
import { queuePlanMail } from './queue-plan-mail.ts';
import { sendBillingMails } from './send-mails.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const MINUTE_MS = 60_000;
const THREE_DAYS_MS = 3 * 24 * 60 * MINUTE_MS;
const USER = {
  uid: 'ana',
  email: 'ana@example.com',
  displayName: 'Ana',
  emailConfirmed: true,
  mutedMails: [],
};
const CARD = { kind: 'card_expiring', subscriptionId: 'sub', cardId: 'pm' } as const;
const LOW = { kind: 'credits_low', available: 90, threshold: 100 } as const;

interface Given {
  mail?: Partial<BillingMail>;
  user?: object | undefined;
  error?: Error;
  subscription?: object;
  isGranted?: boolean;
}

function system(given: Given = {}) {
  const { calls, recorded } = createCallRecorder();
  const due: BillingMail[] = [{ _id: 'credits_low:ana:5', uid: 'ana', notice: LOW, at: NOW, ...given.mail }];
  const sent: Mail[] = [];
  const deps = {
    mails: recorded('mails', { claim: () => Promise.resolve(due.shift()) }),
    users: { byUid: () => Promise.resolve('user' in given ? given.user : USER) },
    ledger: { balance: () => Promise.resolve({ available: 90, held: 0, debt: 0, version: 1 }) },
    records: {
      currentSubscription: () => Promise.resolve(undefined),
      subscription: () => Promise.resolve(given.subscription),
      isGranted: () => Promise.resolve(given.isGranted ?? true),
    },
    mailer: {
      send: (mail: Mail) => {
        sent.push(mail);
        return given.error === undefined ? Promise.resolve() : Promise.reject(given.error);
      },
    },
    publicUrl: 'https://hark.example',
    supportEmail: 'support@hark.example',
    clock: { now: () => NOW },
    log: recorded('log', { warn: () => undefined }),
    trigger: (duty: string) => calls.push(['trigger', duty]),
  } as unknown as BillingDeps;
  return { deps, calls, sent };
}

async function done(given: Given) {
  const { deps, calls, sent } = system(given);
  await sendBillingMails(deps);
  return { sent: sent.length, calls: calls.map(([name]) => name).filter((name) => name !== 'mails.claim') };
}

test('a mail is greeted, sent under the id of its effect and closed; it is claimed for five minutes', async () => {
  const { deps, calls, sent } = system();
  await sendBillingMails(deps);
  expect(sent).toMatchObject([{ to: 'ana@example.com', id: 'billing-credits_low-ana-5' }]);
  expect(sent[0]?.text).toContain('Hello Ana,');
  const claim = ['mails.claim', NOW, new Date(NOW.getTime() + 5 * MINUTE_MS)];
  expect(calls).toEqual([claim, ['mails.close', 'credits_low:ana:5'], claim]);
});

test.each<[string, Given, { sent: number; calls: string[] }]>([
  [
    'of an account that is gone is erased',
    { user: undefined },
    { sent: 0, calls: ['mails.erase', 'mails.close'] },
  ],
  [
    'that the user turned off is not sent',
    { mail: { notice: CARD }, user: { ...USER, mutedMails: ['card_expiring'] } },
    { sent: 0, calls: ['mails.close'] },
  ],
  [
    'of another kind is sent in any case',
    { user: { ...USER, mutedMails: ['card_expiring'] } },
    { sent: 1, calls: ['mails.close'] },
  ],
  [
    'about which nothing is left to be said is not sent',
    { mail: { notice: { kind: 'plan_ended', subscriptionId: 'sub' } } },
    { sent: 0, calls: ['mails.close'] },
  ],
  [
    'that the server refuses is given up',
    { error: new ProviderRejected('no such mailbox') },
    { sent: 1, calls: ['log.warn', 'mails.close'] },
  ],
  [
    'that cannot be sent stays for three days',
    { error: new ProviderUnavailable('no server'), mail: { at: ago(THREE_DAYS_MS) } },
    { sent: 1, calls: ['log.warn'] },
  ],
  [
    'that cannot be sent after three days is given up',
    { error: new ProviderUnavailable('no server'), mail: { at: ago(THREE_DAYS_MS + 1) } },
    { sent: 1, calls: ['log.warn', 'mails.close'] },
  ],
])('a mail %s', async (_what, given, expected) => {
  expect(await done(given)).toEqual(expected);
});

test('none is claimed any more once the process is to stop', async () => {
  const { deps, calls } = system();
  await sendBillingMails(deps, AbortSignal.abort());
  expect(calls).toEqual([]);
});

test('a mail is queued at once, except for an account that is closed', async () => {
  const { deps, calls } = system();
  await queueMail(deps, 'ana', 'credits_low:ana:5', LOW);
  expect(calls).toEqual([
    ['mails.add', { _id: 'credits_low:ana:5', uid: 'ana', notice: LOW, at: NOW, dueAt: NOW }],
    ['trigger', 'send-billing-mails'],
  ]);
  const closed = system({ user: undefined });
  await queueMail(closed.deps, 'ana', 'credits_low:ana:5', LOW);
  expect(closed.calls).toEqual([]);
});

const PLAN = { status: 'active', cancelAtPeriodEnd: false, cancelChanges: 2, periodEnd: NOW };

test.each<[string, Given, string[]]>([
  ['that was never cancelled', { subscription: { ...PLAN, cancelChanges: undefined } }, []],
  ['that is not stored', {}, []],
  ['that was never paid', { subscription: { ...PLAN, status: 'canceled' }, isGranted: false }, []],
  [
    'that ended',
    { subscription: { ...PLAN, status: 'canceled', cancelChanges: 0 } },
    ['plan_ended:sub plan_ended'],
  ],
  ['that goes on again', { subscription: PLAN }, ['plan_resumed:sub:2 plan_resumed']],
  [
    'that is cancelled',
    { subscription: { ...PLAN, cancelAtPeriodEnd: true, cancelChanges: 3 } },
    ['plan_cancelled:sub:3 plan_cancelled'],
  ],
])('the mail about a plan %s', async (_what, given, queued) => {
  const { deps, calls } = system(given);
  await queuePlanMail(deps, 'ana', 'sub');
  const added = calls.filter(([name]) => name === 'mails.add').map(([, mail]) => mail as BillingMail);
  expect(added.map(({ _id, notice }) => `${_id} ${notice.kind}`)).toEqual(queued);
});
