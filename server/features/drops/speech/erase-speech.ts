import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import { deleteDiscarded, inGroups } from './delete-discarded.ts';
import { speechUsers, type SpeechUse } from './speech-model.ts';

/** Texts per query. */
const BATCH = 500;

/**
 * Erases the speech that only this campaign uses, as it may contain names: that of all run epochs up to `campaign`'s, so
 * that a retry keeps what it uses. Repeatable: each object goes before its record. Recordings at the carrier that cannot be
 * deleted now are left to the clean-up.
 */
export async function eraseSpeech(
  deps: Pick<DropsDeps, 'unusedSpeech' | 'objects' | 'carrier' | 'clock' | 'log'>,
  campaign: SpeechUse,
  heartbeat: JobControl['heartbeat'],
): Promise<void> {
  const { unusedSpeech, objects, clock } = deps;
  const users = speechUsers(campaign);
  if (!(await unusedSpeech.hasAny(users))) return;
  // If two campaigns drop a shared text at once, the slower one finds it exclusive in the next round.
  do {
    const own = await unusedSpeech.listExclusive(users, BATCH);
    if (own.length === 0) {
      await unusedSpeech.detachShared(users);
      continue;
    }
    await inGroups(own, heartbeat, ({ objectKey }) => objects.delete(objectKey));
    await unusedSpeech.discard(
      users,
      own.map(({ _id }) => _id),
      clock.now(),
    );
  } while (await unusedSpeech.hasAny(users));
  await deleteDiscarded(deps, heartbeat, BATCH);
}
