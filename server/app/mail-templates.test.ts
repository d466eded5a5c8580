import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLANS } from '#shared/plans.ts';
import { announcementMail, completionMail } from '#server/features/account/deletion/deletion-mails.ts';
import { readyMail } from '#server/features/account/export/export-mail.ts';
import * as account from '#server/features/auth/account-mails.ts';
import { newKeyMail } from '#server/features/auth/api-keys/new-key-mail.ts';
import * as emailChange from '#server/features/auth/email-change/email-change-mails.ts';
import { resetMail } from '#server/features/auth/second-factor/reset-second-factor.ts';
import { mailSecurityChange } from '#server/features/auth/second-factor/second-factor-mails.ts';
import { suspensionMail } from '#server/features/auth/support-actions.ts';
import { autoPurchaseStopped } from '#server/features/billing/mails/texts/auto-purchase.ts';
import { paymentFailed } from '#server/features/billing/mails/texts/failed-payment.ts';
import type { MailContent } from '#server/features/billing/mails/texts/mail-text.ts';
import * as paid from '#server/features/billing/mails/texts/paid-plan.ts';
import * as plans from '#server/features/billing/mails/texts/plan-changes.ts';
import { refundMail } from '#server/features/billing/mails/texts/refunds.ts';
import * as reminders from '#server/features/billing/mails/texts/reminders.ts';
import { noticeMail } from '#server/features/drops/notifications/notify-owner.ts';
import { changedEndpointMail } from '#server/features/webhooks/endpoints/changed-endpoint-mail.ts';
import { switchedOffMail } from '#server/features/webhooks/endpoints/switched-off-mail.ts';
import { greetingOf, renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';

const AT = new Date('2026-11-20T09:30:00Z');
const publicUrl = 'https://hark.example';
const supportEmail = 'support@hark.example';
const links = { publicUrl, publicLinks: { supportEmail } };
const facts = { balance: { available: 5, debt: 0 }, publicUrl, supportEmail, salesEmail: supportEmail };
const plan = PLANS.launch;

const to = (typed: string) => ({ email: 'ann@example.com', displayName: typed, emailConfirmed: true });
const owner = (typed: string) => ({ email: 'ann@example.com', displayName: typed, emailVerifiedAt: AT });
const billing = (typed: string, content: MailContent) =>
  renderEmail('ann@example.com', { ...content, greeting: greetingOf(to(typed)) });
const invoice = (typed: string) => ({
  plan,
  number: typed,
  total: 20_000,
  due: 20_000,
  renewal: { at: AT, due: 1 },
  receiptUrl: `https://pay.example/?${typed}`,
});
const notice = (typed: string, kind: 'finished' | 'paused' | 'not retried') => ({
  id: 'n',
  campaignId: 'c',
  userId: 'u',
  streamId: 's',
  name: typed,
  kind,
  reason: typed,
  since: AT,
  tries: 1,
  delivered: 1,
  total: 2,
  charged: 1,
  rest: 1,
});
const card = (typed: string) => ({
  id: 'pm',
  brand: typed,
  last4: '4242',
  expMonth: 12,
  expYear: 2026,
  fingerprint: undefined,
  createdAt: AT,
});
const step = { credits: -5, kind: 'refund', before: 0, after: 500 } as never;

/** Returns the security notice, which is sent and not returned. */
function securityNotice(typed: string): Promise<Mail> {
  return new Promise((send) => {
    const deps = {
      background: { run: (_name: string, work: () => Promise<void>) => void work() },
      mailAttempts: { take: () => Promise.resolve(0) },
      mailer: { send },
      ...links,
    };
    const user = { _id: 'u', ...owner(typed) };
    mailSecurityChange(deps as never, user as never, { kind: 'second-factor-on', subject: 'On' }, [typed]);
  });
}

/** Every mail by the function that writes it, with a text in each place that a person or another system fills. */
const TEMPLATES: Record<string, (typed: string) => Mail | Promise<Mail>> = {
  verificationMail: (typed) => account.verificationMail(owner(typed), links, 'secret'),
  welcomeMail: (typed) => account.welcomeMail(owner(typed), links),
  passwordResetMail: (typed) => account.passwordResetMail(owner(typed), links, 'secret'),
  passwordChangedMail: (typed) => account.passwordChangedMail(owner(typed), links, { revokedKeys: true }),
  newBrowserMail: (typed) =>
    account.newBrowserMail(owner(typed), links, { userAgent: typed, network: typed, at: AT }),
  confirmChangeMail: () => emailChange.confirmChangeMail('ann@example.com', links, 'secret'),
  takenAddressMail: () => emailChange.takenAddressMail('ann@example.com', links),
  changeRequestedMail: (typed) => emailChange.changeRequestedMail(owner(typed), typed, links),
  emailChangedMail: (typed) => emailChange.emailChangedMail(owner(typed), typed, links),
  newKeyMail: (typed) => newKeyMail(to(typed) as never, typed, publicUrl),
  readyMail: (typed) => readyMail('e', to(typed), AT, publicUrl),
  announcementMail: (typed) => announcementMail('u', to(typed), supportEmail),
  completionMail: (typed) => completionMail('u', to(typed), supportEmail),
  changedEndpointMail: (typed) =>
    changedEndpointMail(
      { url: `https://a.example/${typed}`, events: [typed] as never },
      'created',
      to(typed),
      publicUrl,
    ),
  switchedOffMail: (typed) =>
    switchedOffMail({ id: 'w', url: `https://a.example/${typed}`, gone: true }, to(typed), publicUrl),
  noticeMail: (typed) => noticeMail(to(typed), notice(typed, 'paused') as never, { balance: 1, publicUrl }),
  paymentFailed: (typed) =>
    billing(
      typed,
      paymentFailed(
        {
          plan,
          number: typed,
          due: 1,
          payUrl: `https://pay.example/?${typed}`,
          attempt: 1,
          nextAttemptAt: AT,
        },
        facts,
      ),
    ),
  planStarted: (typed) => billing(typed, paid.planStarted(invoice(typed), facts)),
  planRenewed: (typed) => billing(typed, paid.planRenewed(invoice(typed), facts)),
  creditsBought: (typed) => billing(typed, paid.creditsBought({ ...invoice(typed), credits: 5_000 }, facts)),
  paymentReturned: (typed) => billing(typed, paid.paymentReturned(invoice(typed), facts)),
  planCancelled: (typed) => billing(typed, plans.planCancelled({ plan, endsAt: AT }, facts)),
  planResumed: (typed) => billing(typed, plans.planResumed({ plan, renewal: { at: AT, due: 1 } }, facts)),
  planEnded: (typed) => billing(typed, plans.planEnded({ plan, reason: 'other' }, facts)),
  cardExpiring: (typed) =>
    billing(typed, reminders.cardExpiring({ card: card(typed), plan, renewal: { at: AT, due: 1 } }, facts)),
  creditsLow: (typed) =>
    billing(
      typed,
      reminders.creditsLow({ available: 1, threshold: 5, canBuy: true, nextCreditsAt: AT }, facts),
    ),
  autoPurchaseStopped: (typed) => billing(typed, autoPurchaseStopped('declined', facts)),
  refundMail: (typed) => billing(typed, refundMail(step, { ...facts, invoiceNumber: typed, paidFor: typed })),
  mailSecurityChange: securityNotice,
  resetMail: (typed) => resetMail(links, owner(typed), AT),
  suspensionMail: (typed) => suspensionMail(links, owner(typed), 'suspended'),
};

/** Files that render a mail without exporting a template: billing mails, whose texts are exported. */
const RENDERERS = ['server/features/billing/mails/send-mails.ts'];
const TEMPLATE =
  /export function (\w+)\((?:(?!\nexport )[\s\S])*?(?:\): (?:Mail|MailContent) \{|renderEmail\()/g;

test('every mail that the server writes is checked here', () => {
  const files = readdirSync('server/features', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `server/features/${file}`);
  const written = files
    .filter((file) => !RENDERERS.includes(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(TEMPLATE)].map(([, name = '']) => name));
  expect(written.sort()).toEqual(Object.keys(TEMPLATES).sort());
});

/** What somebody may type to leave the text, the attribute, the line or the header. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '\r',
        '\n',
        '\r\nBcc: eve@example.com\r\n\r\n',
        '\u2028',
        '\0',
      ),
      fc.constantFrom(
        '<script>',
        '<img src=x onerror=y>',
        '"><a href="//eve.example">',
        '&lt;',
        '</p>',
        '-->',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => `a${parts.join('')}z`);

/** Returns the tags of a page without the values of their attributes. */
function tagsOf(html: string): string[] {
  return (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/="[^"]*"/g, '='));
}

describe.each(Object.entries(TEMPLATES))('%s', (_name, write) => {
  test('has the same tags, lines and one line of subject, whatever was typed', async () => {
    const plain = await write('plain');
    await fc.assert(
      fc.asyncProperty(hostile, async (typed) => {
        const mail = await write(typed);
        expect(tagsOf(mail.html)).toEqual(tagsOf(plain.html));
        expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(mail.text.split(/[\r\n\u2028\u2029]/)).toHaveLength(plain.text.split('\n').length);
      }),
      { numRuns: 60 },
    );
  });
});
