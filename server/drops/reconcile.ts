import type { FinalCall } from './contacts/call-store.ts';
import type { CallState } from './contacts/contact-model.ts';
import type { DropsDeps } from './drops-deps.ts';
import { mayPlaceAgain } from './claims/key-life.ts';
import { deadline } from './placement/place-claim.ts';
import type { JobControl, RunnableCampaign } from './ports.ts';
import { releaseUnfinished, voidExpired } from './claims/unplaced-calls.ts';

/** How many overdue claims one pass takes; the next pass goes on. */
const OVERDUE_LIMIT = 200;
/** How many due campaigns one scan starts. */
const DUE_LIMIT = 1_000;

const GIVEN_BACK: CallState[] = ['pending', 'cancelled'];

function noReport(at: Date): FinalCall {
  return { status: 'failed', at, code: '', reason: 'No report', retryable: false };
}

/** Gives up on reports past their deadline, of any campaign: failed, "No report", never called again. Answers the campaigns. */
export async function giveUpOverdue(deps: DropsDeps): Promise<string[]> {
  const { calls, claims, realTime, options, startedAt } = deps;
  const now = realTime.now();
  if (now.getTime() < startedAt.getTime() + options.giveUpGraceMs) return [];
  const overdue = await claims.listOverdue(now, OVERDUE_LIMIT);
  for (const { _id, campaignId, seqs } of overdue) {
    await calls.giveUp(campaignId, seqs, _id, noReport(now));
    await claims.remove(_id);
  }
  return [...new Set(overdue.map(({ campaignId }) => campaignId))];
}

/**
 * Finds what lost jobs and dead workers left behind (design §4): campaigns that are due, calls nobody places, reports
 * that are overdue, settlements nobody asked for, mails that are not sent. The campaigns are the truth, not the jobs.
 */
export async function scan(
  deps: DropsDeps,
  heartbeat: JobControl['heartbeat'] = () => Promise.resolve(),
): Promise<void> {
  const { campaigns, notices, jobs, realTime } = deps;
  const each = async (ids: readonly string[], ask: (campaignId: string) => Promise<void>) => {
    for (const id of ids) {
      await heartbeat();
      await ask(id);
    }
  };
  await each(await campaigns.listDue(DUE_LIMIT), (id) => jobs.startAt(id, realTime.now()));
  await each(await giveUpOverdue(deps), (id) => jobs.settle(id));
  await each(await notices.listDue(realTime.now(), DUE_LIMIT), (id) => jobs.notify(id));
  for (const campaignId of await campaigns.listOpen()) {
    await heartbeat();
    const campaign = await campaigns.find(campaignId);
    if (campaign !== undefined) await reconcile(deps, campaign);
  }
}

async function reconcile(deps: DropsDeps, campaign: RunnableCampaign): Promise<void> {
  const { calls, claims, jobs, realTime } = deps;
  const { id, status, voidedPreparations } = campaign;
  const has = (states: readonly CallState[]) => calls.has(id, states, voidedPreparations);
  const expired = await claims.listExpired(id, realTime.now());
  await voidExpired(deps, expired);
  if (status === 'Sending') {
    if (expired.length > 0 || (await has(['pending']))) await jobs.ensureRunning(id);
  } else {
    const final = expired.filter((claim) => status === 'Deleting' || !mayPlaceAgain(deps, claim));
    for (const claim of final) {
      await releaseUnfinished(deps, claim);
      await claims.markAbandoned(claim, deadline(deps));
    }
  }
  await giveUpOrphans(deps, id);
  if (status === 'Paused' && (await isQuiet(deps, campaign)))
    return deps.campaigns.markQuiet(id, campaign.runEpoch);
  // Of a campaign that is being deleted what was given back is settled as well.
  const toSettle: CallState[] = ['success', 'failed', ...(status === 'Deleting' ? GIVEN_BACK : [])];
  if (!(await has(['pending', 'claimed', 'placed'])) || (await has(toSettle))) await jobs.settle(id);
}

/**
 * Whether nothing of a paused campaign can change before its owner or a late report asks for it. One that its owner
 * paused and of which nothing is pending is finished instead.
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
 * A call is with the carrier only under a claim. One without was claimed by a worker that stopped for longer than any
 * deadline: nobody will ever report it.
 */
async function giveUpOrphans({ calls, claims, realTime }: DropsDeps, campaignId: string): Promise<void> {
  if (await claims.exists(campaignId)) return;
  if (!(await calls.has(campaignId, ['claimed', 'placed']))) return;
  // In this order: a claim is inserted before its calls are marked, so that one that is not there now never comes.
  const named = await calls.listClaims(campaignId);
  const gone = await claims.gone(named);
  if (gone.length > 0) await calls.giveUpUnder(campaignId, gone, noReport(realTime.now()));
}
