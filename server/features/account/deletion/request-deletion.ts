import type { DeleteAccountInput } from '#shared/schemas/account/account-deletion.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { SignedInContext } from '#server/platform/trpc/context.ts';
import { DELETION_DUTY, type DeletionDeps } from './deletion-deps.ts';
import { insertDeletion } from './insert-deletion.ts';
import { runSteps } from './run-steps.ts';

/** Names in an error message. */
const MAX_NAMED = 5;

/**
 * Closes the caller's account, ends its sessions and API keys, and has a worker erase it. Nothing is changed before the account
 * is marked; after that it always ends erased. Throws `AppError` CONFLICT naming the campaigns that are Sending, Paused or
 * being prepared, or INVALID_INPUT naming `email` or `password`, REAUTHENTICATION_REQUIRED or TOO_MANY_REQUESTS.
 */
export async function requestDeletion(
  deps: DeletionDeps,
  { user, client, session }: Pick<SignedInContext, 'user' | 'client' | 'session'>,
  proof: DeleteAccountInput,
): Promise<void> {
  const account = await deps.closing.close(user.uid, { ...proof, session }, async () => {
    await assertNotBusy(deps, user.uid);
    await deps.events.record({ uid: user.uid, type: 'deletion_requested', client });
  });
  deps.log.info({ uid: user.uid }, 'an account is being deleted');
  await insertDeletion(deps, account);
  // Nobody is signed in from the mark on; what let them in is removed with it. The sweep repeats what fails here.
  const ending = deps.steps().filter(({ atOnce }) => atOnce);
  await runSteps(deps, ending, account);
  deps.trigger(DELETION_DUTY);
}

/**
 * Closes an account at the request of an owner who cannot sign in; a worker erases it. `stopCampaigns`: also while campaigns are
 * running, which end. Throws `AppError` CONFLICT as above, UNAUTHENTICATED if the account is being erased already.
 */
export async function deleteForSupport(
  deps: DeletionDeps,
  uid: string,
  { stopCampaigns }: { stopCampaigns: boolean },
): Promise<void> {
  const account = await deps.closing.closeFor(uid, async () => {
    if (!stopCampaigns) await assertNotBusy(deps, uid);
    await deps.events.record({ uid, type: 'deletion_requested' });
  });
  await insertDeletion(deps, account);
}

async function assertNotBusy(deps: DeletionDeps, uid: string): Promise<void> {
  const busy = await deps.busy(uid);
  if (busy.length === 0) return;
  const names = busy.slice(0, MAX_NAMED).map(({ name, status }) => `"${name}" (${status})`);
  const more = busy.length > names.length ? ' and others' : '';
  throw new AppError(
    'CONFLICT',
    `Your account cannot be deleted while campaigns are running: ${names.join(', ')}${more}. Wait until they have finished, or delete them first.`,
  );
}
