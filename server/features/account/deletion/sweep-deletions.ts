import { DAY_MS } from '#shared/time-units.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { Recipient } from '#server/providers/mail/email-template.ts';
import { MAIL_LEASE_MS, type Mail } from '#server/providers/mail/port.ts';
import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { announcementMail, completionMail } from './deletion-mails.ts';
import type { DeletionDeps } from './deletion-deps.ts';
import type { DeletionRecord } from './deletion-store.ts';
import { insertDeletion } from './insert-deletion.ts';
import { runSteps } from './run-steps.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

/** Closing accounts per query. */
const BATCH = 100;
const RETRY_MS = 30_000;
/** After this a mail that cannot be sent is given up, so that the address is not kept. */
const MAIL_FOR_MS = 3 * DAY_MS;
/** No request that began before the account was closed is still running. */
const LAST_PASS_MS = 2 * 3_600_000;

/**
 * Continues all deletions that are due, also those of accounts that were closed by a process which died right after it.
 * Their mails are sent in the background. Begins no other once `signal` is aborted. Safe to run concurrently and to be
 * interrupted at any point.
 */
export async function sweepDeletions(deps: DeletionDeps, signal?: AbortSignal): Promise<void> {
  const { closing, deletions, clock } = deps;
  for await (const account of untilAborted(signal, () => closing.listClosing(BATCH)))
    await insertDeletion(deps, account);
  // A worker that needs longer is assumed dead; every step may run twice.
  const due = dueRecords((now, until) => deletions.claim(now, until), {
    clock,
    leaseMs: MAIL_LEASE_MS,
    signal,
  });
  for await (const deletion of due) {
    await continuing(deps, deletion, () => erase(deps, deletion));
  }
}

/** Advances a deletion, and schedules its next attempt if that fails. */
async function continuing(
  { deletions, log, ...deps }: DeletionDeps,
  { _id: uid }: DeletionRecord,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, uid }, 'deleting an account failed; will retry');
    await deletions.postpone(uid, fromNow(deps.clock, RETRY_MS));
  }
}

/** Runs all steps and, when none has to wait, erases the user record. What is mailed about it comes after, and holds up nothing. */
async function erase(deps: DeletionDeps, deletion: DeletionRecord): Promise<void> {
  const { closing, deletions, clock } = deps;
  const { _id: uid, streamId, recipient, erasedAt } = deletion;
  const unfinished = await runSteps(deps, deps.steps(), { uid, streamId, email: recipient?.email });
  const isComplete = unfinished.length === 0;
  if (isComplete) {
    await closing.erase(uid);
    await deletions.markErased(uid, clock.now());
  } else await deletions.postpone(uid, fromNow(deps.clock, RETRY_MS), unfinished);
  if (recipient !== undefined) mailLater(deps, deletion, recipient, isComplete);
  else if (isComplete) await endLastPass(deps, uid, erasedAt ?? clock.now());
}

/** Sends the mails in the background. While they are being sent, or wait for a mail server that hangs, further calls do nothing. */
function mailLater(
  deps: DeletionDeps,
  deletion: DeletionRecord,
  recipient: Recipient,
  isErased: boolean,
): void {
  const { background, mailing } = deps;
  const { _id: uid } = deletion;
  background.run('mail about a deletion', () =>
    mailing(`${uid} ${String(isErased)}`, () =>
      continuing(deps, deletion, () => sendMails(deps, deletion, recipient, isErased)),
    ),
  );
}

/** Removes the record of a deletion once no request from before can still be running. */
async function endLastPass({ deletions, clock }: DeletionDeps, uid: string, erasedAt: Date): Promise<void> {
  const lastPass = new Date(erasedAt.getTime() + LAST_PASS_MS);
  await (clock.now() < lastPass ? deletions.postpone(uid, lastPass) : deletions.remove(uid));
}

/** Sends what is to be mailed. With the last mail the address is erased and the last pass scheduled. */
async function sendMails(
  deps: DeletionDeps,
  deletion: DeletionRecord,
  recipient: Recipient,
  isErased: boolean,
): Promise<void> {
  const { deletions, supportEmail, clock } = deps;
  const { _id: uid, erasedAt = clock.now() } = deletion;
  await announce(deps, deletion);
  if (!isErased) return;
  const mail = completionMail(uid, recipient, supportEmail);
  if (await isSentOrGivenUp(deps, uid, mail, erasedAt))
    await deletions.forgetRecipient(uid, fromNow(deps.clock, LAST_PASS_MS));
  else await deletions.postpone(uid, fromNow(deps.clock, RETRY_MS));
}

/** Mails once that the account is being deleted. A mail that fails now is sent with the next attempt. */
async function announce(deps: DeletionDeps, deletion: DeletionRecord): Promise<void> {
  const { _id: uid, recipient, announced, erasedAt, requestedAt } = deletion;
  if (recipient === undefined || announced === true || erasedAt !== undefined) return;
  const mail = announcementMail(uid, recipient, deps.supportEmail);
  if (await isSentOrGivenUp(deps, uid, mail, requestedAt)) await deps.deletions.markAnnounced(uid);
}

/** Sends a mail that is due since a time. Returns false if it may be sent later. */
async function isSentOrGivenUp(
  { mailer, clock, log }: DeletionDeps,
  uid: string,
  mail: Mail,
  since: Date,
): Promise<boolean> {
  try {
    await mailer.send(mail);
    return true;
  } catch (error) {
    const tried = clock.now().getTime() - since.getTime();
    const isFinal = error instanceof ProviderRejected || tried > MAIL_FOR_MS;
    log.warn({ err: error, uid, isFinal }, 'a mail about the deletion of an account was not sent');
    return isFinal;
  }
}
