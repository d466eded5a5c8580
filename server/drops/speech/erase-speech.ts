import type { DropsDeps } from '#server/drops/drops-deps.ts';
import type { JobControl } from '#server/drops/ports.ts';

const BATCH = 500;
/** Objects deleted at once. */
const CONCURRENCY = 20;

/**
 * Erases what was spoken for a campaign and for no other, as it may name people. Repeatable: the record of a text goes
 * after its object. What the carrier keeps is out of reach: its API takes recordings and deletes none.
 */
export async function eraseSpeech(
  { speeches, objects }: Pick<DropsDeps, 'speeches' | 'objects'>,
  campaignId: string,
  heartbeat: JobControl['heartbeat'],
): Promise<void> {
  // Two campaigns that leave a text at once: the one that was slower finds it as its own in the next round.
  while (await speeches.hasAny(campaignId)) {
    const own = await speeches.listOwn(campaignId, BATCH);
    if (own.length === 0) await speeches.leaveShared(campaignId);
    for (let at = 0; at < own.length; at += CONCURRENCY) {
      await heartbeat();
      await Promise.all(own.slice(at, at + CONCURRENCY).map(({ objectKey }) => objects.delete(objectKey)));
    }
    await speeches.removeOwn(
      campaignId,
      own.map(({ _id }) => _id),
    );
  }
}
