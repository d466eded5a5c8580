import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';

/** The mail that an account is being deleted. */
export function announcementMail(uid: string, to: Recipient, supportEmail: string): Mail {
  const mail = renderEmail(to.email, {
    subject: 'Your Hark account is being deleted',
    greeting: greetingOf(to),
    paragraphs: [
      'You asked us to delete your account. You are signed out everywhere, your API keys are revoked and your plan is cancelled.',
      'We now erase your campaigns, contacts, voices and files. You get one more mail when that is done.',
    ],
    closing: `If this was not you, write to ${supportEmail} at once.`,
  });
  return { ...mail, id: `deletion-${uid}` };
}

/** The mail that an account is deleted. */
export function completionMail(uid: string, to: Recipient, supportEmail: string): Mail {
  const mail = renderEmail(to.email, {
    subject: 'Your Hark account was deleted',
    greeting: greetingOf(to),
    paragraphs: [
      'Your account and everything in it is erased. We keep only what the law requires: the numbers, dates and amounts of your invoices, and the history of credits without your name.',
      'This is the last mail about it, and your address is erased with it.',
    ],
    closing: `Questions about an invoice? Write to ${supportEmail}.`,
  });
  return { ...mail, id: `deleted-${uid}` };
}
