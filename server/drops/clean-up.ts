import type { DropsDeps } from './drops-deps.ts';
import { eraseSpeech } from './speech/erase-speech.ts';
import type { JobControl } from './ports.ts';

/** Campaigns whose speech is looked up at a time. */
const BATCH = 100;
/** No settler still has a settlement in hand that was done this long ago. */
const REPEATABLE_MS = 7 * 24 * 3_600_000;

/**
 * Removes what nothing needs any more: the speech of campaigns that have been final for a while, and what makes
 * counting a day repeatable. Can run anywhere, twice at once, and die at any point. Ends early where the worker is to
 * stop.
 */
export async function cleanUp(deps: DropsDeps, control: JobControl): Promise<void> {
  await eraseDueSpeech(deps, control);
  await forgetCounted(deps, control);
}

/** A campaign is noted after its speech is gone, so that a crash leaves it due. One that is retried is spoken anew. */
async function eraseDueSpeech(deps: DropsDeps, { signal, heartbeat }: JobControl): Promise<void> {
  for (;;) {
    const due = await deps.campaigns.listSpeechDue(BATCH);
    for (const { id, speechUntil } of due) {
      if (signal.aborted) return;
      await eraseSpeech(deps, id, heartbeat);
      await deps.campaigns.speechErased(id, speechUntil);
    }
    if (due.length < BATCH) return;
  }
}

/** A day keeps its record of settlements as long as one of those campaigns has a settlement that somebody may repeat. */
async function forgetCounted(
  { days, settlements, realTime }: DropsDeps,
  { signal, heartbeat }: JobControl,
): Promise<void> {
  const before = new Date(realTime.now().getTime() - REPEATABLE_MS);
  const open = new Set(await settlements.listOpen());
  for await (const day of days.streamUnchanged(before)) {
    if (signal.aborted) return;
    await heartbeat();
    if (!day.campaigns.some((id) => open.has(id))) await days.forgetSettlements(day);
  }
}
