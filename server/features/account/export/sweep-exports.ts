import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { openArchive } from './build-archive.ts';
import { EXPORT_DUTY, exportKey, type ExportDeps } from './export-deps.ts';
import { readyMail } from './export-mail.ts';
import type { ExportRecord } from './export-store.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

/** Longer than the time for an attempt, so that no file is written after the claim has passed to another worker. */
const LEASE_MS = 20 * MINUTE_MS;
const BUILD_MS = 15 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
const MAX_ATTEMPTS = 5;
const KEPT_FOR_MS = 7 * DAY_MS;
/** After this a mail that cannot be sent is given up. */
const MAIL_FOR_MS = DAY_MS;
const MAX_BYTES = 2 * 1024 ** 3;

/**
 * Continues all exports that are due: has their files made, mails their owners, and erases them when they expire. Safe to run
 * concurrently and to be interrupted at any point.
 */
export async function sweepExports(deps: ExportDeps, stopping: AbortSignal): Promise<void> {
  const { exports, jobs, clock } = deps;
  for await (const id of untilAborted(stopping, () => exports.listUnmade(clock.now()))) await jobs.make(id);
  const claim = (now: Date, until: Date) => exports.claim(now, until);
  for await (const claimed of dueRecords(claim, { clock, leaseMs: LEASE_MS, signal: stopping }))
    await advance(deps, claimed, stopping);
}

/**
 * Makes the file of an export that is due. Safe to run concurrently and to be interrupted at any point: one that `stopping` ends
 * is left to another worker and counts no attempt.
 */
export async function makeExport(deps: ExportDeps, id: string, stopping: AbortSignal): Promise<void> {
  const { exports, clock } = deps;
  const claimed = await exports.claimUnmade(id, clock.now(), fromNow(clock, LEASE_MS));
  if (claimed !== undefined) await advance(deps, claimed, stopping);
}

async function advance(deps: ExportDeps, claimed: ExportRecord, stopping: AbortSignal): Promise<void> {
  const { exports, users, clock, log } = deps;
  try {
    const user = await users.byUid(claimed.uid);
    const expired = claimed.expiresAt !== undefined && claimed.expiresAt <= clock.now();
    // The account may be closing meanwhile.
    if (user === undefined || expired) await erase(deps, claimed);
    else if (claimed.status === 'preparing') await prepare(deps, claimed, user, stopping);
    else await notify(deps, claimed, user);
  } catch (error) {
    if (stopping.aborted) {
      const isUnmade = claimed.status === 'preparing';
      await exports.change(claimed, {
        dueAt: clock.now(),
        ...(isUnmade && { attempts: claimed.attempts - 1 }),
      });
      return;
    }
    log.error({ err: error, uid: claimed.uid }, 'an export of an account failed; will retry');
    await exports.change(claimed, { dueAt: fromNow(clock, RETRY_MS) });
  }
}

/** Makes the file and then marks the export as ready; the mail is due at once. */
async function prepare(
  deps: ExportDeps,
  claimed: ExportRecord,
  user: { uid: string; streamId: string },
  stopping: AbortSignal,
): Promise<void> {
  const { exports, objects, sources, clock } = deps;
  const expiresAt = fromNow(deps.clock, KEPT_FOR_MS);
  if (claimed.attempts > MAX_ATTEMPTS) {
    await objects.delete(exportKey(claimed));
    await exports.change(claimed, { status: 'failed', expiresAt, dueAt: expiresAt });
    return;
  }
  const archive = await openArchive(
    sources,
    user,
    AbortSignal.any([stopping, AbortSignal.timeout(BUILD_MS)]),
  );
  await objects.putStream(exportKey(claimed), archive, 'application/zip', MAX_BYTES);
  await exports.change(claimed, { status: 'ready', expiresAt, dueAt: clock.now() });
  deps.trigger(EXPORT_DUTY);
}

/** Mails that the file is ready, once; then the export is due when it expires. */
async function notify(
  { exports, mailer, publicUrl, clock, log }: ExportDeps,
  claimed: ExportRecord,
  user: Parameters<typeof readyMail>[1],
): Promise<void> {
  const { expiresAt = clock.now(), mailed } = claimed;
  if (mailed !== true && claimed.status === 'ready') {
    try {
      await mailer.send(readyMail(claimed._id, user, expiresAt, publicUrl));
    } catch (error) {
      const isTooLate = expiresAt.getTime() - clock.now().getTime() < KEPT_FOR_MS - MAIL_FOR_MS;
      if (!isTooLate) throw error;
      log.warn({ err: error, uid: claimed.uid }, 'the mail about an export was given up');
    }
  }
  await exports.change(claimed, { mailed: true, dueAt: expiresAt });
}

async function erase({ exports, objects }: ExportDeps, claimed: ExportRecord): Promise<void> {
  await objects.delete(exportKey(claimed));
  await exports.remove(claimed);
}
