import { MAX_LATE_MS } from '#shared/campaign-lifecycle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { quoteRetry } from '#server/features/campaigns/lifecycle/quote-retry.ts';
import { retryCampaign } from '#server/features/campaigns/lifecycle/retry-campaign.ts';
import { noticeOf } from '#server/features/campaigns/stores/notice-model.ts';
import type { DueRetry } from './automatic-retry-store.ts';

/** Longer than an attempt under an `Idempotency-Key` holds it: the next one takes its place. */
const LEASE_MS = 10 * MINUTE_MS;

const LATE_REASON = 'It was due more than a day ago, while Hark was not running';

const BY_HAND = 'You can still retry the calls on its page';

/** What the owner can change: the retries end and a mail says why. */
const REFUSALS = ['INSUFFICIENT_CREDITS', 'SUBSCRIPTION_REQUIRED', 'PAYMENT_OVERDUE', 'CONFLICT'];

/**
 * Makes the automatic retries that are due, each once after a run: a crash is followed by another attempt under the same key.
 * One that is refused, or late by more than a day, ends them, and a mail tells the owner.
 */
export async function makeAutomaticRetries(
  deps: CampaignsDeps,
  { signal, heartbeat }: JobControl,
): Promise<void> {
  const { automaticRetries, clock, log } = deps;
  await endLate(deps, signal);
  const due = dueRecords((now, until) => automaticRetries.claim(now, until), {
    clock,
    leaseMs: LEASE_MS,
    signal,
  });
  for await (const campaign of due) {
    await heartbeat();
    try {
      await retry(deps, campaign);
    } catch (error) {
      log.error(
        { err: error, campaignId: campaign._id },
        'an automatic retry failed; it is tried again later',
      );
    }
  }
}

/** Retries that wait for something are put off by less than a day each time, so that only an outage makes one late. */
async function endLate({ automaticRetries, clock }: CampaignsDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = clock.now();
    const late = await automaticRetries.late(new Date(now.getTime() - MAX_LATE_MS));
    if (late === undefined) return;
    const reason = `${LATE_REASON}. ${BY_HAND}`;
    await automaticRetries.refuse(late, noticeOf(late, 'not retried', now, reason));
  }
}

async function retry(deps: CampaignsDeps, campaign: DueRetry): Promise<void> {
  const { automaticRetries, clock } = deps;
  const { _id, userId: uid, streamId, run } = campaign;
  const user = { uid, streamId };
  if (campaign.contactsErasedAt !== undefined) return automaticRetries.end(campaign);
  // A suspension may end.
  if ((await deps.users.byUid(uid))?.suspendedAt !== undefined)
    return automaticRetries.postpone(campaign, new Date(clock.now().getTime() + HOUR_MS));
  try {
    const { calls, too_often: later } = await quoteRetry(deps, { user, campaign }, {});
    if (calls === 0 && later > 0) {
      // They may be called again another day.
      await automaticRetries.postpone(campaign, new Date(clock.now().getTime() + DAY_MS));
      return;
    }
    if (calls === 0 || !(await automaticRetries.count(campaign))) {
      await automaticRetries.end(campaign);
      return;
    }
    const idempotencyKey = `automatic-retry:${_id}:${String(run)}`;
    // Its owner may have ended them since.
    const where = { retryAt: campaign.retryAt, 'autoRetry.runs': run };
    await retryCampaign(deps, { user, campaign, idempotencyKey, where });
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error;
    // A conflict, such as a last day that is over, refuses a retry by hand too.
    const reason =
      error.code === 'CONFLICT' ? error.message : `${error.message.replace(/\.$/, '')}. ${BY_HAND}`;
    const notice = noticeOf(campaign, 'not retried', clock.now(), reason);
    await automaticRetries.refuse(campaign, notice);
  }
}
