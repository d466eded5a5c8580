import { expect, test } from 'vitest';
import type { Mail } from '#server/providers/mail/port.ts';
import { listMails } from '#server/testing/mail/list-mails.ts';
import {
  newBrowserMail,
  passwordChangedMail,
  passwordResetMail,
  verificationMail,
  welcomeMail,
} from './account-mails.ts';
import { newKeyMail } from './api-keys/new-key-mail.ts';
import type { AuthDeps } from './auth-deps.ts';
import {
  changeRequestedMail,
  confirmChangeMail,
  emailChangedMail,
  takenAddressMail,
} from './email-change/email-change-mails.ts';
import { resetMail } from './second-factor/reset-second-factor.ts';
import { mailRecoveryCodeUsed, mailSecondFactorChange } from './second-factor/second-factor-mails.ts';
import { suspensionMail } from './support-actions.ts';
import type { UserRecord } from './user-store.ts';

const AT = new Date('2026-11-20T09:30:00Z');
const LINKS = { publicUrl: 'https://hark.example', publicLinks: { supportEmail: 'help@hark.example' } };
const OWNER = { _id: 'ana', email: 'ana@example.com', displayName: 'Ana', emailVerifiedAt: AT } as UserRecord;
const UNVERIFIED = { ...OWNER, emailVerifiedAt: undefined };
const NEW = 'ana@new.example';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Returns the mail that is sent after the response, and what it is counted as. */
async function sentBy(send: (deps: AuthDeps) => void): Promise<[counted: string, mail: Mail]> {
  const sent: Mail[] = [];
  const counted: string[] = [];
  const tasks: Promise<unknown>[] = [];
  send({
    ...LINKS,
    background: { run: (_name: string, task: () => Promise<void>) => tasks.push(task()) },
    mailAttempts: { take: (key: string) => Promise.resolve(counted.push(key) - 1) },
    mailer: { send: (mail: Mail) => Promise.resolve(sent.push(mail)) },
  } as unknown as AuthDeps);
  await Promise.all(tasks);
  return [counted.join(), sent[0] ?? expect.fail('no mail')];
}

test('each mail about an account is as it is listed', async () => {
  const mails: [string, Mail][] = [
    ['to verify an address', verificationMail(UNVERIFIED, LINKS, 's3cret')],
    ['welcome', welcomeMail(OWNER, LINKS)],
    ['to reset the password', passwordResetMail(OWNER, LINKS, 's3cret')],
    ['a changed password', passwordChangedMail(OWNER, LINKS, { revokedKeys: false })],
    ['a changed password, with the keys', passwordChangedMail(OWNER, LINKS, { revokedKeys: true })],
    ['a new browser', newBrowserMail(OWNER, LINKS, { userAgent: FIREFOX, network: '192.0.2.1', at: AT })],
    ['an unknown browser', newBrowserMail(OWNER, LINKS, { userAgent: '', network: '8.8.8.8', at: AT })],
    ['to confirm a new address', confirmChangeMail(NEW, LINKS, 's3cret')],
    ['a new address that is taken', takenAddressMail(NEW, LINKS)],
    ['a change of address that was requested', changeRequestedMail(OWNER, NEW, LINKS)],
    ['one of an address that was not verified', changeRequestedMail(UNVERIFIED, NEW, LINKS)],
    ['a changed address', emailChangedMail(OWNER, NEW, LINKS)],
    [
      'a new API key',
      newKeyMail({ ...OWNER, uid: 'ana', emailConfirmed: true } as never, 'Zapier', LINKS.publicUrl),
    ],
    ['a second factor that is to be removed', resetMail(LINKS, OWNER, AT)],
    ['a suspended account', suspensionMail(LINKS, OWNER, 'suspended')],
    ['a released account', suspensionMail(LINKS, OWNER, 'released')],
    ...(await Promise.all([
      ...(['on', 'off', 'renewed'] as const).map((change) =>
        sentBy((deps) => {
          mailSecondFactorChange(deps, OWNER, change);
        }),
      ),
      ...[3, 0].map((left) =>
        sentBy((deps) => {
          mailRecoveryCodeUsed(deps, OWNER, left);
        }),
      ),
    ])),
  ];
  await expect(listMails(mails)).toMatchFileSnapshot('listed-mails.txt');
});
