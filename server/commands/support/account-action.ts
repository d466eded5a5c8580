import type { Features } from '#server/app/features.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import type { AccountAction, SupportCommand } from './usage.ts';

type Actions = Pick<Features, 'auth' | 'accountDeletion' | 'accountEvents'>;

/** How the history of an account names each action. */
const NAMES: Record<AccountAction, string> = {
  confirm: 'Address confirmed',
  'reset-factor': 'Removal of two-step verification asked for',
  'keep-factor': 'Removal of two-step verification stopped',
  suspend: 'Account suspended',
  release: 'Account released',
  delete: 'Account deleted',
};

/**
 * Does what support was asked to do to an account, after it is in its history with the reason. Returns a line that says what
 * was done, or that there was nothing to do. Throws `AppError` where the account may not be deleted.
 */
export async function actOnAccount(
  { auth: { support }, accountDeletion, accountEvents }: Actions,
  user: UserRecord,
  { name, email, reason, stopCampaigns }: Extract<SupportCommand, { name: AccountAction }>,
): Promise<string> {
  const detail = { action: NAMES[name], reason };
  await accountEvents.events.record({ uid: user._id, type: 'support_action', detail });
  switch (name) {
    case 'confirm':
      return (await support.confirm(user))
        ? `The address ${email} is confirmed.`
        : `The address ${email} was confirmed before.`;
    case 'reset-factor':
      return (await support.resetFactor(user))
        ? `The second factor of ${email} is removed a day after the mail about it is delivered, unless it is used before.`
        : `${email} has no second factor, or it is to be removed already.`;
    case 'keep-factor':
      return (await support.keepFactor(user))
        ? `${email} keeps the second factor.`
        : `The second factor of ${email} was not to be removed.`;
    case 'suspend':
      return (await support.suspend(user))
        ? `${email} is suspended: its calls end within a second. The owner was told by mail.`
        : `${email} was suspended before.`;
    case 'release':
      return (await support.unsuspend(user))
        ? `${email} is released: its calls go on within 30 seconds. The owner was told by mail.`
        : `${email} was not suspended.`;
    case 'delete':
      await accountDeletion.deleteForSupport(user._id, { stopCampaigns });
      return `${email} is being deleted. The owner is told by mail when it begins and when it is done.`;
  }
}
