import { renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { greeting, type MailLinks, type Owner } from './account-mails.ts';
import type { AuthDeps } from './auth-deps.ts';
import { requestReset } from './second-factor/reset-second-factor.ts';
import type { UserRecord } from './user-store.ts';

/** What support does to an account at its owner's request, or to protect others. The caller records it first. */
export interface SupportActions {
  /** Marks the address as verified. Returns false if it already was. */
  confirm(user: UserRecord): Promise<boolean>;
  /** Has the second factor removed, a day after its owner was told. Returns false if it is off, or to be removed already. */
  resetFactor(user: UserRecord): Promise<boolean>;
  /** Keeps a second factor that was to be removed. Returns false if it was not. */
  keepFactor(user: UserRecord): Promise<boolean>;
  /** Stops all calls of an account, and mails its owner. Returns false if it was suspended already. */
  suspend(user: UserRecord): Promise<boolean>;
  /** Lets an account call again, and mails its owner. Returns false if it was not suspended. */
  unsuspend(user: UserRecord): Promise<boolean>;
}

/** Creates the actions of support on an account. */
export function createSupportActions(deps: AuthDeps): SupportActions {
  const { users, factorResets, mailer, clock } = deps;
  return {
    confirm: (user) => users.markVerified(user, clock.now()),
    resetFactor: (user) => requestReset(deps, user),
    keepFactor: ({ _id: uid }) => factorResets.cancel(uid),
    async suspend(user) {
      const isSuspended = await users.suspend(user._id, clock.now());
      if (isSuspended) await mailer.send(suspensionMail(deps, user, 'suspended'));
      return isSuspended;
    },
    async unsuspend(user) {
      const isUnsuspended = await users.unsuspend(user._id);
      if (isUnsuspended) await mailer.send(suspensionMail(deps, user, 'released'));
      return isUnsuspended;
    },
  };
}

const SUSPENSION = {
  suspended: {
    subject: 'Your Hark account is suspended',
    text: 'Our support has suspended your account. No calls are made for it until it is released: campaigns wait, and none can be started. You can sign in, read and export everything as before.',
    label: 'Open your account',
  },
  released: {
    subject: 'Your Hark account is released',
    text: 'The suspension of your account has ended. Campaigns that were sending go on by themselves.',
    label: 'Open your campaigns',
  },
} as const;

/** The mail after support has suspended or released an account. */
export function suspensionMail(
  { publicUrl, publicLinks }: MailLinks,
  user: Owner,
  state: keyof typeof SUSPENSION,
): Mail {
  const { subject, text, label } = SUSPENSION[state];
  return renderEmail(user.email, {
    subject,
    greeting: greeting(user),
    paragraphs: [text],
    action: { label, url: `${publicUrl}/campaigns` },
    closing: `The reason is in the history of your account. Questions? Write to ${publicLinks.supportEmail}.`,
  });
}
