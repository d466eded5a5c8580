import { MINUTE_MS } from '#shared/time-units.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { fromNow } from '#server/platform/lib/clock.ts';

/** Deletions that are in progress at the same time. */
const CONCURRENCY = 20;
/** Delay before the carrier is asked again to delete a recording. */
const RETRY_MS = 30 * MINUTE_MS;

type DiscardedText = Awaited<ReturnType<DropsDeps['unusedSpeech']['listDue']>>[number];

/**
 * Deletes the recordings at the carrier that no campaign uses, of up to `limit` texts. One that the carrier refuses to delete
 * is given up with a warning; while it is unavailable the rest is left for later. Returns whether more are due. Repeatable.
 */
export async function deleteDiscarded(
  { unusedSpeech, carrier, clock, log }: Pick<DropsDeps, 'unusedSpeech' | 'carrier' | 'clock' | 'log'>,
  heartbeat: JobControl['heartbeat'],
  limit: number,
): Promise<boolean> {
  const due = await unusedSpeech.listDue(clock.now(), limit);
  const down: Error[] = [];
  const deleteOf = async (text: DiscardedText) => {
    if (down.length > 0) return;
    try {
      for (const mediaId of text.discarded ?? []) await carrier.deleteMedia(mediaId).catch(giveUpIfRejected);
      await unusedSpeech.removeUnused(text);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      down.push(error);
      log.warn({ err: error }, 'the carrier cannot delete recordings now');
      // To the end of the queue, so that one recording cannot hold up the others for ever.
      await unusedSpeech.postpone([text._id], fromNow(clock, RETRY_MS));
    }
  };
  const giveUpIfRejected = (error: unknown) => {
    if (!(error instanceof ProviderRejected)) throw error;
    log.warn({ err: error }, 'the carrier keeps a recording that is not used any more');
  };
  await inGroups(due, heartbeat, deleteOf);
  return down.length === 0 && due.length === limit;
}

/** Runs `work` for each item, a group at a time, with a heartbeat before each group. */
export async function inGroups<Item>(
  items: readonly Item[],
  heartbeat: JobControl['heartbeat'],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += CONCURRENCY) {
    await heartbeat();
    await Promise.all(items.slice(at, at + CONCURRENCY).map(work));
  }
}
