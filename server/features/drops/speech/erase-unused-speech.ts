import { DAY_MS } from '#shared/time-units.ts';
import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { eraseSpeech } from './erase-speech.ts';
import { speechUse } from './speech-model.ts';

/** Texts per query. */
const BATCH = 500;
/** Longer than the speech of a finished campaign is kept: older texts belong to few campaigns, such as paused ones. */
const OLD_MS = 40 * DAY_MS;

/**
 * Erases the old speech of campaigns that need none, such as what a worker wrote that was suspended while its campaign was
 * erased. Safe to run concurrently and to be interrupted; returns early when the worker stops.
 */
export async function eraseUnusedSpeech(deps: DropsDeps, { signal, heartbeat }: JobControl): Promise<void> {
  const until = new Date(deps.clock.now().getTime() - OLD_MS);
  let page = await deps.unusedSpeech.listOld(until, undefined, BATCH);
  while (page.length > 0 && !signal.aborted) {
    await heartbeat();
    const users = new Set(page.flatMap(({ campaigns }) => campaigns));
    for await (const use of untilAborted(signal, () => unneeded(deps, users)))
      await eraseSpeech(deps, use, heartbeat);
    page = await deps.unusedSpeech.listOld(until, page.at(-1), BATCH);
  }
}

/** Returns the campaigns of these entries that need no speech, each with the run epoch up to which that is so. */
async function unneeded(
  { openCampaigns }: DropsDeps,
  users: ReadonlySet<string>,
): Promise<{ id: string; runEpoch: number }[]> {
  const uses = [...users].map(speechUse);
  const found = await openCampaigns.listSpeechNeeds([...new Set(uses.map(({ id }) => id))]);
  const present = new Map(found.map((campaign) => [campaign.id, campaign]));
  return uses.flatMap(({ id, runEpoch }) => {
    const campaign = present.get(id);
    // A campaign that is gone never begins to send again.
    if (campaign === undefined) return [{ id, runEpoch }];
    return campaign.isNeeded ? [] : [{ id, runEpoch: campaign.runEpoch }];
  });
}
