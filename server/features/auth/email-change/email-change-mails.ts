import { renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { greeting, type MailLinks, type Owner } from '#server/features/auth/account-mails.ts';

/** The mail to the new address, with the link that makes it the address of the account. Names nobody. */
export function confirmChangeMail(to: string, { publicUrl }: MailLinks, secret: string): Mail {
  return renderEmail(to, {
    subject: 'Confirm your new email for Hark',
    greeting: 'Hello,',
    paragraphs: ['Please confirm that this should be the email address of your Hark account.'],
    action: { label: 'Confirm new email', url: `${publicUrl}/auth/change-email?token=${secret}` },
    closing: 'The link works once, for one hour. If you did not ask for it, you can ignore this mail.',
  });
}

/** The mail to a new address that belongs to another account already, in place of the link. */
export function takenAddressMail(to: string, { publicUrl, publicLinks }: MailLinks): Mail {
  return renderEmail(to, {
    subject: 'Your email already has a Hark account',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody asked to use this address for another Hark account. It already belongs to an account, so nothing was changed.',
      'If that was you, log in with this address, or choose another address for the other account.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/auth/signin` },
    closing: `If it was not you, you need not do anything. Questions? Write to ${publicLinks.supportEmail}.`,
  });
}

/** The notice to the present address, sent as soon as a change is requested. */
export function changeRequestedMail(
  user: Owner,
  newEmail: string,
  { publicUrl, publicLinks }: MailLinks,
): Mail {
  return renderEmail(user.email, {
    subject: 'A change of your Hark email was requested',
    greeting: greeting(user),
    paragraphs: [
      `Somebody who is signed in to your account asked to change its email ${addressText(user, newEmail)}. This happens once the link that we sent there is opened.`,
      'If this was you, you need not do anything here.',
      'If it was not you, change your password now: this voids the link and signs out all other devices.',
    ],
    action: { label: 'Change your password', url: `${publicUrl}/profile/security` },
    closing: `If you cannot sign in, reset your password or write to ${publicLinks.supportEmail}.`,
  });
}

/** The notice to the former address after a change. */
export function emailChangedMail(user: Owner, newEmail: string, { publicUrl, publicLinks }: MailLinks): Mail {
  return renderEmail(user.email, {
    subject: 'Your Hark email was changed',
    greeting: greeting(user),
    paragraphs: [
      `The email of your account was changed ${addressText(user, newEmail)}. Sign in with the new one from now on. All other devices were signed out.`,
    ],
    action: { label: 'Go to Hark', url: `${publicUrl}/auth/signin` },
    closing: `If this was not you, write to ${publicLinks.supportEmail} at once.`,
  });
}

/** Names the new address only to a verified owner: an unverified address may belong to another person. */
function addressText({ emailVerifiedAt }: Owner, newEmail: string): string {
  return emailVerifiedAt === undefined ? 'to another address' : `to ${newEmail}`;
}
