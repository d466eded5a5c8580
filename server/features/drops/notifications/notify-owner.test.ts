import { expect, test } from 'vitest';
import { ProviderRejected } from '#server/providers/errors.ts';
import { MAIL_LEASE_MS } from '#server/providers/mail/port.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { noticeMail, notifyOwner } from './notify-owner.ts';
import type { DueNotice } from '#server/features/campaigns/api.ts';

const OWNER = { email: 'ana@example.com', displayName: 'Visit spam.example', emailConfirmed: false };
const NOTICE: DueNotice = {
  id: 'n-1',
  campaignId: 'c-1',
  userId: 'ana',
  streamId: 's-1',
  name: 'You won! See spam.example',
  kind: 'finished',
  delivered: 3,
  total: 4,
  charged: 150,
  rest: 50,
  since: new Date(0),
  dueAt: new Date(0),
  tries: 0,
};
const CONTEXT = { balance: 19_850, publicUrl: 'https://hark.example' };

test.each([
  ['finished' as const, 'Your campaign has finished', 'Your campaign has finished: 3 of 4 delivered.'],
  ['paused' as const, 'Your campaign was paused', 'Hark has paused your campaign: The carrier is away.'],
])('a mail to an unconfirmed address contains no text chosen by its owner: %s', (kind, subject, sentence) => {
  const mail = noticeMail(OWNER, { ...NOTICE, kind, reason: 'The carrier is away' }, CONTEXT);
  expect(mail).toMatchObject({ to: 'ana@example.com', subject });
  expect(mail.text).toMatch(/^Hello,\n/);
  expect(mail.text).toContain(sentence);
  expect(mail.text).toContain('https://hark.example/analytics\n');
  expect(mail.text + mail.html + mail.subject).not.toContain('spam');
});

test('a mail to a confirmed address names its owner and the campaign', () => {
  const mail = noticeMail({ ...OWNER, emailConfirmed: true }, NOTICE, CONTEXT);
  expect(mail.subject).toBe('Your campaign "You won! See spam.example" has finished');
  expect(mail.text).toMatch(/^Hello Visit spam\.example,\n/);
  expect(mail.text).toContain('/analytics/details/You%20won!%20See%20spam.example');
});

const HOUR_MS = 3_600_000;
const NOW = new Date('2027-01-12T15:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

interface Given {
  notice?: Partial<DueNotice> | undefined;
  muted?: string[];
  hasOwner?: boolean;
  fails?: Error;
}

/** Sends the mail of a campaign that is due; returns the mails and what becomes of the notice. */
async function notified(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const due = { ...NOTICE, since: NOW, dueAt: NOW, tries: 1, ...given.notice };
  const deps = {
    notices: recorded('notices', {
      claim: () => Promise.resolve('notice' in given && given.notice === undefined ? undefined : due),
    }),
    users: {
      byUid: (uid: string) =>
        Promise.resolve(
          given.hasOwner === false || uid !== 'ana'
            ? undefined
            : { ...OWNER, emailConfirmed: true, mutedMails: given.muted ?? [] },
        ),
    },
    ledger: { balance: (stream: string) => Promise.resolve({ available: stream === 's-1' ? 19_850 : 0 }) },
    mailer: recorded('mailer', {
      send: () => (given.fails === undefined ? Promise.resolve() : Promise.reject(given.fails)),
    }),
    publicUrl: 'https://hark.example',
    clock: { now: () => NOW },
    log: recorded('log', { warn: () => undefined }),
  } as unknown as Parameters<typeof notifyOwner>[0];
  await notifyOwner(deps, 'c-1');
  expect(calls[0]).toEqual(['notices.claim', 'c-1', NOW, later(MAIL_LEASE_MS)]);
  const sent = calls.filter(([name]) => name === 'mailer.send').map(([, mail]) => mail as { text: string });
  const then = calls.filter(([name]) => /postpone|close/.test(name as string));
  return {
    sent,
    then: then.map(([name, , ...args]) => [name, ...args]),
    warned: calls.filter(([name]) => name === 'log.warn'),
  };
}
const CLOSED = [['notices.close']];

test('a mail is sent once, with the id of its notice and the present balance', async () => {
  const { sent, then } = await notified({});
  expect(sent).toMatchObject([{ id: 'n-1', to: 'ana@example.com' }]);
  expect(sent[0]?.text).toContain('Your current balance: 19,850.');
  expect(sent[0]?.text).toContain(
    '150 credits were charged for delivered voicemails and 50 credits were released.',
  );
  expect(then).toEqual(CLOSED);
  expect((await notified({ notice: undefined })).then).toEqual([]);
});

test.each<[string, Given, number]>([
  ['that the owner wants no mails of', { muted: ['campaign_finished'] }, 0],
  ['that the owner wants no other mails of', { muted: ['campaign_paused'] }, 1],
  ['of an account that is gone', { hasOwner: false }, 0],
  [
    'that is not retried, whatever is muted',
    {
      muted: ['campaign_finished', 'campaign_paused', 'campaign_not retried'],
      notice: { kind: 'not retried' },
    },
    1,
  ],
])('a notice %s is closed', async (_, given, mails) => {
  const { sent, then } = await notified(given);
  expect([sent.length, then]).toEqual([mails, CLOSED]);
});

test.each<[number, number]>([
  [1, 30_000],
  [2, 60_000],
  [3, 120_000],
  [7, 1_920_000],
  [8, HOUR_MS],
  [30, HOUR_MS],
])('a mail that could not be sent %i times is tried again after %i ms', async (tries, wait) => {
  const { then, warned } = await notified({ fails: new Error('down'), notice: { tries } });
  expect(then).toEqual([['notices.postpone', later(wait)]]);
  expect(warned).toEqual([
    [
      'log.warn',
      { err: expect.any(Error) as Error, campaignId: 'c-1', permanent: false },
      'the mail about a campaign could not be sent',
    ],
  ]);
});

test('a mail that is refused, or could not be sent for three days, is given up', async () => {
  const refused = await notified({ fails: new ProviderRejected('no such mailbox', '550') });
  expect(refused.then).toEqual(CLOSED);
  const fails = new Error('down');
  expect((await notified({ fails, notice: { since: later(-72 * HOUR_MS) } })).then).not.toEqual(CLOSED);
  expect((await notified({ fails, notice: { since: later(-72 * HOUR_MS - 1) } })).then).toEqual(CLOSED);
});

test('the mail about a pause says what is charged and held, and the one about retries why there are none', async () => {
  const textOf = async (notice: Partial<DueNotice>) => (await notified({ notice })).sent[0]?.text ?? '';
  const name = 'You won! See spam.example';
  const paused = await textOf({ kind: 'paused', reason: 'The carrier is away' });
  expect(paused).toContain(`Hark has paused "${name}": The carrier is away.`);
  expect(paused).toContain(
    'So far 3 of 4 delivered; 150 credits were charged, 50 more are on hold. No more contacts are called until you resume it.',
  );
  const refused = await textOf({ kind: 'not retried', reason: 'Insufficient credits.' });
  expect(refused).toContain(`Hark could not retry the failed calls of "${name}": Insufficient credits.`);
  expect(refused).not.toContain('credits..');
  expect(refused).toContain('It makes no more automatic retries.');
  expect(await textOf({ charged: 1 })).toContain('1 credit was charged');
});
