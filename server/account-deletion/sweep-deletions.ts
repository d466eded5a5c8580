import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { announcementMail, completionMail } from './deletion-mails.ts';
import type { DeletionDeps } from './deletion-deps.ts';
import type { DeletionRecord } from './deletion-store.ts';
import { insertDeletion } from './insert-deletion.ts';
import { runSteps } from './run-steps.ts';

/** Closing accounts per query. */
const BATCH = 100;
/** A worker that needs longer is assumed dead; every step may run twice. */
const LEASE_MS = 5 * MINUTE_MS;
const RETRY_MS = 30_000;
/** After this a mail that cannot be sent is given up, so that the address is not kept. */
const MAIL_FOR_MS = 3 * DAY_MS;
/** No request that began before the account was closed is still running. */
const LAST_PASS_MS = 2 * 3_600_000;

/**
 * Continues all deletions that are due, also those of accounts that were closed by a process which died right after it.
 * Safe to run concurrently and to be interrupted at any point.
 */
export async function sweepDeletions(deps: DeletionDeps): Promise<void> {
  const { accounts, deletions, clock, log } = deps;
  for (const account of await accounts.listClosing(BATCH)) await insertDeletion(deps, account);
  for (;;) {
    const now = clock.now().getTime();
    const deletion = await deletions.claim(new Date(now), new Date(now + LEASE_MS));
    if (deletion === undefined) return;
    try {
      const again = await advance(deps, deletion);
      if (again !== undefined) await deletions.postpone(deletion._id, again);
    } catch (error) {
      log.error({ err: error, uid: deletion._id }, 'deleting an account failed; will retry');
      await deletions.postpone(deletion._id, after(deps, RETRY_MS));
    }
  }
}

/** Advances a deletion as far as possible. Returns when it is due again, `undefined` if it is complete. */
async function advance(deps: DeletionDeps, deletion: DeletionRecord): Promise<Date | undefined> {
  const { accounts, deletions, clock } = deps;
  const { _id: uid, streamId, recipient, erasedAt } = deletion;
  await announce(deps, deletion);
  const account = { uid, streamId, email: recipient?.email };
  if (!(await runSteps(deps, deps.steps, account))) return after(deps, RETRY_MS);
  await accounts.erase(uid);
  await deletions.markErased(uid, clock.now());
  if (recipient !== undefined) {
    const mail = completionMail(uid, recipient, deps.supportEmail);
    if (!(await isSentOrHopeless(deps, deletion, mail))) return after(deps, RETRY_MS);
    await deletions.forgetRecipient(uid, after(deps, LAST_PASS_MS));
    return undefined;
  }
  const lastPass = (erasedAt ?? clock.now()).getTime() + LAST_PASS_MS;
  if (clock.now().getTime() < lastPass) return new Date(lastPass);
  await deletions.remove(uid);
  return undefined;
}

/** Mails once that the account is being deleted. A mail that fails now is sent with the next attempt. */
async function announce(deps: DeletionDeps, deletion: DeletionRecord): Promise<void> {
  const { _id: uid, recipient, announced, erasedAt } = deletion;
  if (recipient === undefined || announced === true || erasedAt !== undefined) return;
  const mail = announcementMail(uid, recipient, deps.supportEmail);
  if (await isSentOrHopeless(deps, deletion, mail)) await deps.deletions.markAnnounced(uid);
}

/** Sends a mail. Returns false if it may be sent later. */
async function isSentOrHopeless(
  { mailer, clock, log }: DeletionDeps,
  { _id: uid, requestedAt, erasedAt }: DeletionRecord,
  mail: Mail,
): Promise<boolean> {
  try {
    await mailer.send(mail);
    return true;
  } catch (error) {
    const since = clock.now().getTime() - (erasedAt ?? requestedAt).getTime();
    const hopeless = error instanceof ProviderRejected || since > MAIL_FOR_MS;
    log.warn({ err: error, uid, hopeless }, 'a mail about the deletion of an account was not sent');
    return hopeless;
  }
}

function after({ clock }: DeletionDeps, ms: number): Date {
  return new Date(clock.now().getTime() + ms);
}
