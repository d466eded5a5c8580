import { expect, test } from 'vitest';
import type { Mail } from '#server/providers/mail/port.ts';
import {
  newBrowserMail,
  passwordChangedMail,
  passwordResetMail,
  verificationMail,
  welcomeMail,
  type MailLinks,
  type Owner,
} from './account-mails.ts';
import {
  changeRequestedMail,
  confirmChangeMail,
  emailChangedMail,
  takenAddressMail,
} from './email-change/email-change-mails.ts';

const LINKS: MailLinks = {
  publicUrl: 'https://hark.example',
  publicLinks: { supportEmail: 'help@hark.example' },
};
const OWNER: Owner = { email: 'ana@old.example', displayName: 'Ana', emailVerifiedAt: new Date() };
const UNVERIFIED: Owner = { ...OWNER, emailVerifiedAt: undefined };
const NEW = 'ana@new.example';
const SIGN_IN = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  network: '192.0.2.1',
  at: new Date('2026-11-20T09:30:00Z'),
};

test.each<[string, (owner: Owner) => Mail, { to?: string; link: string; says: string[] }]>([
  [
    'to verify an address',
    (owner) => verificationMail(owner, LINKS, 's3cret'),
    { link: '/auth/verify-email?uid=s3cret', says: ['24 hours'] },
  ],
  ['of welcome', (owner) => welcomeMail(owner, LINKS), { link: '/', says: ['help@hark.example'] }],
  [
    'to reset a password',
    (owner) => passwordResetMail(owner, LINKS, 's3cret'),
    { link: '/auth/reset-password?token=s3cret', says: ['one hour'] },
  ],
  [
    'about a changed password',
    (owner) => passwordChangedMail(owner, LINKS, { revokedKeys: true }),
    { link: '/profile/security', says: ['help@hark.example', 'were revoked'] },
  ],
  [
    'about a sign-in by a new browser',
    (owner) => newBrowserMail(owner, LINKS, SIGN_IN),
    { link: '/profile/security', says: ['Firefox', '192.0.2.1', '11-20-2026 09:30 AM'] },
  ],
  [
    'about a change of address that was requested',
    (owner) => changeRequestedMail(owner, NEW, LINKS),
    { link: '/profile/security', says: [`to ${NEW}`, 'help@hark.example'] },
  ],
  [
    'about a changed address',
    (owner) => emailChangedMail(owner, NEW, LINKS),
    { link: '/auth/signin', says: [`to ${NEW}`, 'help@hark.example'] },
  ],
])('the mail %s goes to the owner, with its link and its facts', (_, mailTo, { link, says }) => {
  const mail = mailTo(OWNER);
  expect(mail.to).toBe(OWNER.email);
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('Ana');
    expect(body).toContain(`https://hark.example${link}`);
    for (const fact of says) expect(body).toContain(fact);
  }
  // An address that nobody has confirmed may belong to another person.
  const { text, html } = mailTo(UNVERIFIED);
  expect(text + html).not.toMatch(/Ana\b|new\.example/);
});

test.each<[string, Mail, string]>([
  ['to confirm', confirmChangeMail(NEW, LINKS, 's3cret'), '/auth/change-email?token=s3cret'],
  ['that is taken', takenAddressMail(NEW, LINKS), '/auth/signin'],
])('the mail to a new address %s goes there and names nobody', (_, mail, link) => {
  expect(mail.to).toBe(NEW);
  expect(mail.text).toContain(`https://hark.example${link}`);
  expect(mail.text + mail.html).not.toMatch(/Ana\b|old\.example/);
});

test('keys that stay are not said to be revoked', () => {
  expect(passwordChangedMail(OWNER, LINKS, { revokedKeys: false }).text).toContain('does not revoke them');
});
