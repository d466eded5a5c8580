import { DAY_MS } from '#shared/time-units.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';

/** Campaigns per query. */
const BATCH = 100;
/** Interrupted campaigns per clean-up; the next one continues with the others. */
const MAX_INTERRUPTED = 1_000;

/**
 * Erases the contacts of campaigns that finished more than `contactRetentionDays` ago; their counters stay. A campaign is
 * marked first, so that it cannot be retried meanwhile. One that fails is logged, and tried again by the next clean-up. Safe
 * to run concurrently and to be interrupted; returns early when the worker stops.
 */
export async function eraseOldContacts(deps: CampaignsDeps, control: JobControl): Promise<void> {
  const { erasures, contactRetentionDays: days, clock } = deps;
  const { signal } = control;
  for (const id of await erasures.listErasing(MAX_INTERRUPTED)) {
    if (signal.aborted) return;
    await erase(deps, id, control);
  }
  if (days === undefined) return;
  const at = clock.now();
  const until = new Date(at.getTime() - days * DAY_MS);
  for (;;) {
    const due = await erasures.listOld(until, BATCH);
    for (const id of due) {
      if (signal.aborted) return;
      if (await erasures.markOld(id, { until, at, days })) await erase(deps, id, control);
    }
    if (due.length < BATCH) return;
  }
}

async function erase(
  { erasures, eraseContacts, log }: CampaignsDeps,
  campaignId: string,
  control: JobControl,
): Promise<void> {
  try {
    if (!(await eraseContacts(campaignId, control))) return;
    await erasures.markErased(campaignId);
    log.info({ campaignId }, 'erased the contacts of an old campaign');
  } catch (error) {
    // Rejects if it is the job that was lost.
    await control.heartbeat();
    log.error({ err: error, campaignId }, 'the contacts of an old campaign were not erased; will retry');
  }
}
