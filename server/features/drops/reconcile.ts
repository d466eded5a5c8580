import { CALL_REASONS } from '#shared/call-reasons.ts';
import type { FinalCall } from './contacts/call-result-store.ts';
import type { CallState } from './contacts/contact-model.ts';
import { failPending } from './contacts/skip-suppressed.ts';
import type { DropsDeps } from './drops-deps.ts';
import { isAfterLastDay } from './hours/calling-times.ts';
import { findNextCalls } from './hours/next-calls.ts';
import { mayPlaceAgain, reportDeadline } from './claims/claim-times.ts';
import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { completeRelease, voidExpired } from './claims/unplaced-calls.ts';

/** Overdue claims per pass. */
const OVERDUE_LIMIT = 200;
/** Due mails per scan; each is due later once it is tried. */
const NOTICES_LIMIT = 1_000;

const RELEASED_STATES: CallState[] = ['pending', 'cancelled'];

function noReport(at: Date): FinalCall {
  return { status: 'failed', at, code: '', reason: CALL_REASONS['no-report'], retryable: false };
}

/**
 * Fails the calls whose reports are past their deadline, of any campaign that no other process has reserved: "No
 * report", not retryable. Returns the campaigns. Begins nothing more once `signal` is aborted.
 */
export async function failOverdue(deps: DropsDeps, signal?: AbortSignal): Promise<string[]> {
  const { results, claims, openCampaigns, clock, options, startedAt } = deps;
  const now = clock.now();
  if (now.getTime() < startedAt.getTime() + options.giveUpGraceMs) return [];
  const listed = await claims.listOverdue(now, OVERDUE_LIMIT);
  // Read afterwards: a campaign was reserved before its calls were claimed.
  const reserved = new Set(listed.length === 0 ? [] : await openCampaigns.listReserved());
  const overdue = listed.filter(({ campaignId }) => !reserved.has(campaignId));
  for await (const claim of untilAborted(signal, () => overdue)) {
    await results.giveUp(claim, noReport(now));
    await claims.remove(claim._id);
  }
  return [...new Set(overdue.map(({ campaignId }) => campaignId))];
}

/**
 * Recovers from lost jobs and dead workers: due campaigns, expired claims, overdue reports, missing settlements,
 * pending mails; until its signal is aborted. The source of truth are the campaigns, not the jobs.
 */
export async function scan(
  deps: DropsDeps,
  { signal, heartbeat = () => Promise.resolve() }: Partial<JobControl> = {},
): Promise<void> {
  const { campaigns, openCampaigns, notices, jobs, clock } = deps;
  const forEach = async (
    read: Parameters<typeof untilAborted<string>>[1],
    run: (campaignId: string) => Promise<void>,
  ) => {
    for await (const id of untilAborted(signal, read)) {
      await heartbeat();
      await run(id);
    }
  };
  await forEach(
    () => openCampaigns.streamDue(),
    (id) => jobs.startAt(id, clock.now()),
  );
  await forEach(
    () => failOverdue(deps, signal),
    (id) => jobs.settle(id),
  );
  await forEach(
    () => notices.listDue(clock.now(), NOTICES_LIMIT),
    (id) => jobs.notify(id),
  );
  await forEach(
    () => openCampaigns.listOpen(),
    async (campaignId) => {
      const campaign = await campaigns.find(campaignId);
      if (campaign !== undefined) await reconcile(deps, campaign, heartbeat);
    },
  );
}

async function reconcile(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  heartbeat: JobControl['heartbeat'],
): Promise<void> {
  const { calls, claims, jobs, clock } = deps;
  const { id, status, voidedPreparations } = campaign;
  const has = (states: readonly CallState[]) => calls.has(id, states, voidedPreparations);
  const expired = await claims.listExpired(id, clock.now());
  await voidExpired(deps, expired);
  if (status === 'Sending') {
    const isDue = expired.length > 0;
    if (isDue || (await has(['pending']))) await ensureRun(deps, campaign, { isDue, heartbeat });
  } else {
    const final = expired.filter((claim) => status === 'Deleting' || !mayPlaceAgain(deps, claim));
    for (const claim of final) {
      await completeRelease(deps, campaign, claim);
      await claims.markAbandoned(claim, reportDeadline(deps));
    }
  }
  await failOrphans(deps, campaign);
  if (status === 'Paused' && campaign.isTest) await failPaused(deps, campaign);
  // Fails the calls for which no hours are left, and so ends the campaign.
  else if (status === 'Paused' && isAfterLastDay(deps, campaign))
    await findNextCalls(deps, campaign, heartbeat);
  else if (status === 'Paused' && (await isQuiet(deps, campaign)))
    return deps.campaigns.markQuiet(id, campaign.runEpoch);
  // For a deleted campaign released calls are settled as well.
  const toSettle: CallState[] = ['success', 'failed', ...(status === 'Deleting' ? RELEASED_STATES : [])];
  if ((await has(toSettle)) || !(await has(['pending', 'claimed', 'placed']))) await jobs.settle(id);
}

/** Fails the calls of a paused test, which no list shows: nobody could resume it or have its credits back. */
async function failPaused(
  deps: DropsDeps,
  { id, statusReason = '', voidedPreparations }: RunnableCampaign,
): Promise<void> {
  const pending = await deps.calls.listPending(id, { afterSeq: 0, voidedPreparations, limit: 1 });
  await failPending(deps, id, pending, statusReason);
}

/**
 * Queues a run unless there is one. The run of a campaign that waits for calling hours is queued for its next calls: these are
 * computed again, as contacts may have been released and the clock corrected since.
 */
async function ensureRun(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  { isDue, heartbeat }: { isDue: boolean; heartbeat: JobControl['heartbeat'] },
): Promise<void> {
  const { id, nextCalls } = campaign;
  if (nextCalls === undefined) return deps.jobs.ensureRunning(id);
  const next = isDue ? undefined : await findNextCalls(deps, campaign, heartbeat);
  await deps.jobs.continueRun(id, next?.at);
}

/**
 * Returns whether nothing of a paused campaign can change before its owner or a late report acts. A campaign that its
 * owner paused with no pending call is finished instead.
 */
async function isQuiet(
  { calls, claims, settlements }: DropsDeps,
  { id, lastSettlement, statusReason, voidedPreparations }: RunnableCampaign,
): Promise<boolean> {
  if (await claims.exists(id)) return false;
  if (await calls.has(id, ['claimed', 'placed', 'success', 'failed'], voidedPreparations)) return false;
  if ((await settlements.find(id, lastSettlement + 1)) !== undefined) return false;
  return statusReason !== undefined || (await calls.has(id, ['pending'], voidedPreparations));
}

/**
 * Fails calls without a claim: a call is at the carrier only under a claim, so these were claimed by a worker that
 * was suspended beyond any deadline and will never be reported.
 */
async function failOrphans(
  { calls, results, claims, clock }: DropsDeps,
  { id: campaignId, run }: RunnableCampaign,
): Promise<void> {
  if (await claims.exists(campaignId)) return;
  if (!(await calls.has(campaignId, ['claimed', 'placed']))) return;
  // Order matters: a claim is inserted before its calls are marked, so a claim missing now never appears later.
  const claimIds = await calls.listClaims(campaignId);
  const missing = await claims.listMissing(claimIds);
  if (missing.length > 0) await results.giveUpUnder({ campaignId, run }, missing, noReport(clock.now()));
}
