import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import { discardRecordings, inGroups } from './discard-recordings.ts';
import { speechUsers, type SpeechUse } from './speech-model.ts';

/** Texts per query. */
const BATCH = 500;

/**
 * Erases the speech that only this campaign uses, as it may contain names: that of all run epochs up to `campaign`'s, so
 * that a retry keeps what it uses. Repeatable: each object goes before its record. Recordings at the carrier that cannot be
 * deleted now are left to the clean-up.
 */
export async function eraseSpeech(
  deps: Pick<DropsDeps, 'spentSpeech' | 'objects' | 'carrier' | 'realTime' | 'log'>,
  campaign: SpeechUse,
  heartbeat: JobControl['heartbeat'],
): Promise<void> {
  const { spentSpeech, objects, realTime } = deps;
  const users = speechUsers(campaign);
  if (!(await spentSpeech.hasAny(users))) return;
  // If two campaigns drop a shared text at once, the slower one finds it exclusive in the next round.
  do {
    const own = await spentSpeech.listExclusive(users, BATCH);
    if (own.length === 0) {
      await spentSpeech.detachShared(users);
      continue;
    }
    await inGroups(own, heartbeat, ({ objectKey }) => objects.delete(objectKey));
    await spentSpeech.retire(
      users,
      own.map(({ _id }) => _id),
      realTime.now(),
    );
  } while (await spentSpeech.hasAny(users));
  await discardRecordings(deps, heartbeat, BATCH);
}
