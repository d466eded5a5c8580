import type { DropsDeps } from '#server/drops/drops-deps.ts';
import type { JobControl } from '#server/drops/api.ts';

/** Texts per query. */
const BATCH = 500;
/** Objects deleted concurrently. */
const CONCURRENCY = 20;

/**
 * Erases the speech that only this campaign uses, as it may contain names. Repeatable: each object goes before its
 * record. Recordings at the carrier stay, because its API cannot delete them.
 */
export async function eraseSpeech(
  { speeches, objects }: Pick<DropsDeps, 'speeches' | 'objects'>,
  campaignId: string,
  heartbeat: JobControl['heartbeat'],
): Promise<void> {
  // If two campaigns drop a shared text at once, the slower one finds it exclusive in the next round.
  while (await speeches.hasAny(campaignId)) {
    const own = await speeches.listExclusive(campaignId, BATCH);
    if (own.length === 0) await speeches.detachShared(campaignId);
    for (let at = 0; at < own.length; at += CONCURRENCY) {
      await heartbeat();
      await Promise.all(own.slice(at, at + CONCURRENCY).map(({ objectKey }) => objects.delete(objectKey)));
    }
    await speeches.removeExclusive(
      campaignId,
      own.map(({ _id }) => _id),
    );
  }
}
