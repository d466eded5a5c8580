import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { previewKey, type PreviewDeps } from './preview-deps.ts';
import type { PreviewRecord, PreviewScope } from './preview-store.ts';

/** Previews per query; a sweep handles as many. */
const BATCH = 500;
/** A holder learns within this time that its preview was erased: its claim, and storing a recording. So long an eraser holds it. */
const HOLDER_ENDS_MS = 75_000;

/**
 * Erases the previews of a user, or of one of the user's voices: nobody sees them any more, and their recordings are
 * deleted. Those that are being made are deleted by the sweep. Repeatable.
 */
export async function erasePreviews(deps: PreviewDeps, scope: PreviewScope): Promise<void> {
  const { previews, clock } = deps;
  const now = clock.now();
  await previews.erase(scope, now, new Date(now.getTime() + HOLDER_ENDS_MS));
  for (;;) {
    const erased = await previews.erased(scope, now, BATCH);
    for (const preview of erased) await removeOne(deps, preview);
    if (erased.length < BATCH) return;
  }
}

/**
 * Erases all previews of an account that is being erased. Returns false while one may still be written; call it again
 * then. Repeatable.
 */
export async function eraseAllPreviews(deps: PreviewDeps, userId: string): Promise<boolean> {
  await erasePreviews(deps, { userId });
  await deps.limit.erase(userId);
  return !(await deps.previews.hasAny(userId));
}

/**
 * Has the previews made whose jobs were lost, and erases those that expired, until `signal`. Safe to run concurrently and to be
 * interrupted: a recording goes before its record.
 */
export async function sweepPreviews(deps: PreviewDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  for await (const userId of untilAborted(signal, () => deps.previews.toMake(now)))
    await deps.jobs.make(userId);
  for await (const preview of untilAborted(signal, () => deps.previews.toErase(now, BATCH)))
    await removeOne(deps, preview);
}

/** Removes an expired or erased preview unless it has changed since it was read. */
async function removeOne(deps: PreviewDeps, preview: PreviewRecord): Promise<void> {
  const { objects, previews, clock, jobs } = deps;
  const claimed = await previews.claimErasure(preview, fromNow(clock, HOLDER_ENDS_MS));
  if (claimed === undefined) return;
  await objects.delete(previewKey(claimed));
  if (await previews.remove(claimed, clock.now())) await jobs.make(claimed.userId);
}
