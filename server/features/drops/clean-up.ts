import { DAY_MS } from '#shared/time-units.ts';
import type { DropsDeps } from './drops-deps.ts';
import { deleteDiscarded } from './speech/delete-discarded.ts';
import { eraseUnusedSpeech } from './speech/erase-unused-speech.ts';
import { eraseSpeech } from './speech/erase-speech.ts';
import { runAll } from '#server/platform/lib/concurrency/run-all.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';

/** Campaigns or texts per query. */
const BATCH = 100;
/** No settler is still working on a settlement that was done this long ago. */
const SETTLER_LIFETIME_MS = 7 * DAY_MS;

/**
 * Erases the speech of campaigns that finished a while ago and the deduplication records of day counters. Safe to run
 * concurrently and to be interrupted; returns early when the worker stops. Throws what failed once all of it was tried.
 */
export async function cleanUp(deps: DropsDeps, control: JobControl): Promise<void> {
  await runAll(control.signal, [
    () => eraseDueSpeech(deps, control),
    () => eraseUnusedSpeech(deps, control),
    () => discardAll(deps, control),
    () => pruneDayCounters(deps, control),
  ]);
}

/**
 * A campaign is marked after its speech is gone, so that a crash leaves it due. One that fails does not hold up the
 * others that are due with it.
 */
async function eraseDueSpeech(deps: DropsDeps, { signal, heartbeat }: JobControl): Promise<void> {
  for (;;) {
    const due = await deps.openCampaigns.listSpeechDue(BATCH);
    const erase = due.map(({ speechUntil, ...campaign }) => async () => {
      await eraseSpeech(deps, campaign, heartbeat);
      await deps.openCampaigns.clearSpeechDue(campaign.id, speechUntil);
    });
    await runAll(signal, erase);
    if (signal.aborted || due.length < BATCH) return;
  }
}

/** Deletes the recordings at the carrier that could not be deleted with their texts. */
async function discardAll(deps: DropsDeps, { signal, heartbeat }: JobControl): Promise<void> {
  while (!signal.aborted && (await deleteDiscarded(deps, heartbeat, BATCH)));
}

/** A day keeps its record of settlements while one of its campaigns has a settlement that may be repeated. */
async function pruneDayCounters(
  { days, settlements, clock }: DropsDeps,
  { signal, heartbeat }: JobControl,
): Promise<void> {
  const before = new Date(clock.now().getTime() - SETTLER_LIFETIME_MS);
  const open = new Set(await settlements.listOpen());
  for await (const day of days.streamUnchanged(before)) {
    if (signal.aborted) return;
    await heartbeat();
    if (!day.campaigns.some((id) => open.has(id))) await days.clearSettlements(day);
  }
}
