import { renderEmail } from '#server/providers/mail/email-template.ts';
import { greeting } from '#server/features/auth/account-mails.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import type { CountedMail } from '#server/features/auth/limits/mail-limit.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';

const CHANGES = {
  on: {
    kind: 'second-factor-on',
    subject: 'Two-step verification is on for your Hark account',
    text: 'From now on, signing in asks for a code of your authenticator app. All other devices were signed out.',
  },
  off: {
    kind: 'second-factor-off',
    subject: 'Two-step verification is off for your Hark account',
    text: 'Signing in no longer asks for a code. Anybody who knows your password can sign in with it alone.',
  },
  renewed: {
    kind: 'recovery-codes-renewed',
    subject: 'New recovery codes for your Hark account',
    text: 'New recovery codes were created. The earlier ones no longer work.',
  },
} as const;

/** Mails a user, after the response, that the second factor was changed. */
export function mailSecondFactorChange(deps: AuthDeps, user: UserRecord, change: keyof typeof CHANGES): void {
  const { text, ...mail } = CHANGES[change];
  mailSecurityChange(deps, user, mail, [text]);
}

/** Mails a user, after the response, that a recovery code was used, and how many are left. */
export function mailRecoveryCodeUsed(deps: AuthDeps, user: UserRecord, left: number): void {
  const mail = {
    kind: 'recovery-code-used',
    subject: 'A recovery code of your Hark account was used',
  } as const;
  mailSecurityChange(deps, user, mail, [
    'A recovery code was used in place of a code of your authenticator app. It does not work again.',
    left === 0
      ? 'It was the last one. Create new ones now: without them, a lost phone would lock you out.'
      : `You have ${String(left)} left.`,
  ]);
}

/** Mails a user, after the response, that what protects the account was changed or used; at most five an hour of a kind. */
export function mailSecurityChange(
  { background, mailAttempts, mailer, publicUrl, publicLinks }: AuthDeps,
  user: UserRecord,
  { kind, subject }: { kind: CountedMail; subject: string },
  paragraphs: string[],
): void {
  const { _id: uid, email } = user;
  background.run('send security notice', async () => {
    if ((await mailAttempts.take(`${kind}:${uid}`)) > 0) return;
    await mailer.send(
      renderEmail(email, {
        subject,
        greeting: greeting(user),
        paragraphs,
        action: { label: 'Review your account', url: `${publicUrl}/profile/security` },
        closing: `If this was not you, reset your password at once and write to ${publicLinks.supportEmail}. A new password alone removes no passkey and leaves two-step verification as it is.`,
      }),
    );
  });
}
