import { z } from 'zod';
import {
  CAMPAIGN_STATUSES,
  isActionAllowed,
  refusalText,
  type CampaignAction,
} from '#shared/campaign-lifecycle.ts';
import { assertOpenAccount } from '#server/features/campaigns/assert-open-account.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { formatCount } from '#shared/formats.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { attemptWith } from '#server/platform/idempotency/idempotent.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';

/** A call on a campaign of the caller. */
type CampaignCall = IdempotentCall & { user: SignedInUser; campaign: VisibleCampaign };

/**
 * Pauses a campaign, once per `Idempotency-Key`; no new calls start after the current batch. Returns the new status. Throws
 * `AppError` ILLEGAL_TRANSITION or CONFLICT.
 */
export function pauseOnce(deps: CampaignsDeps, call: CampaignCall): Promise<'Paused'> {
  const { campaigns, statuses } = deps;
  const { _id } = call.campaign;
  return runIdempotentCall(deps, call, {
    idsSchema: z.object({ change: z.string() }),
    resultSchema: z.literal('Paused'),
    ids: { change: newId() },
    // No call is to be made because a process died after it stored the key.
    mayOverlap: true,
    async perform({ change }) {
      const paused = await statuses.transition(_id, 'Paused', { change });
      if (paused !== undefined) return 'Paused' as const;
      const current = await campaigns.find(_id);
      // Another attempt was quicker.
      if (hasChange(current, change)) return 'Paused' as const;
      throw transitionError('pause', current);
    },
    lookup: async ({ change }) =>
      attemptWith(hasChange(await campaigns.find(_id), change) ? 'Paused' : undefined),
  });
}

function hasChange(campaign: CampaignDocument | undefined, change: string): boolean {
  return campaign?.statusChanges?.some(({ id }) => id === change) === true;
}

/** What a resumed campaign is. */
const resumed = z.enum(['Scheduled', 'Sending']);

/**
 * Resumes a paused campaign, once per `Idempotency-Key`: to Scheduled if it never started and its drop date is ahead, else to
 * Sending. Throws `AppError` ILLEGAL_TRANSITION or CONFLICT, and UNAUTHENTICATED if the account is being erased.
 */
export function resumeOnce(deps: CampaignsDeps, call: CampaignCall): Promise<z.infer<typeof resumed>> {
  const { campaign } = call;
  return runIdempotentCall(deps, call, {
    idsSchema: z.object({ pause: z.string().nullable() }),
    resultSchema: resumed,
    // All attempts end the same pause, of which a single one succeeds.
    ids: { pause: pauseOf(campaign) },
    perform: ({ pause }) => resumeCampaign(deps, campaign, pause),
    lookup: async ({ pause }) => {
      const current = await deps.campaigns.find(campaign._id);
      return attemptWith(pause === null ? undefined : current && statusAfter(pause, current));
    },
  });
}

/** Pauses that an older version did not record. */
const UNRECORDED = '';

/** Returns the id of the change by which a campaign is Paused; null if it is not. */
function pauseOf({ status, statusChanges }: CampaignDocument): string | null {
  return status === 'Paused' ? (statusChanges?.at(-1)?.id ?? UNRECORDED) : null;
}

/** Returns the status to which the end of a pause has led; undefined while it lasts. */
function statusAfter(
  pause: string,
  { status, statusChanges = [] }: CampaignDocument,
): z.infer<typeof resumed> | undefined {
  const next = statusChanges[statusChanges.findIndex(({ id }) => id === pause) + 1];
  if (next !== undefined) return next.status === 'Sending' ? 'Sending' : 'Scheduled';
  // No change to Scheduled is recorded.
  return status === 'Scheduled' ? 'Scheduled' : undefined;
}

async function resumeCampaign(
  deps: CampaignsDeps,
  campaign: VisibleCampaign,
  pause: string | null,
): Promise<z.infer<typeof resumed>> {
  const { campaigns, statuses, jobs, clock } = deps;
  const { _id } = campaign;
  const now = clock.now();
  const from = ['Paused'] as const;
  const last = { $arrayElemAt: ['$statusChanges.id', -1] };
  const where = pause === UNRECORDED ? {} : { $expr: { $eq: [last, pause] } };
  const scheduled = await statuses.transition(_id, 'Scheduled', {
    from,
    where: { ...where, startedAt: { $exists: false }, dropDate: { $gt: now } },
    unset: ['statusReason'],
  });
  if (scheduled !== undefined) {
    await pauseUnlessOpen(deps, scheduled);
    await jobs.startAt(_id, scheduled.dropDate);
    return 'Scheduled';
  }
  const sending = await statuses.transition(_id, 'Sending', {
    from,
    where,
    set: { startedAt: campaign.startedAt ?? now },
  });
  if (sending === undefined) throw transitionError('resume', await campaigns.find(_id));
  await pauseUnlessOpen(deps, sending);
  await jobs.run(_id);
  return 'Sending';
}

/** Runs `executeCampaign` once per Idempotency-Key. */
export function executeOnce(deps: CampaignsDeps, call: CampaignCall, force: boolean): Promise<'Sending'> {
  const { campaign } = call;
  return runIdempotentCall(deps, call, {
    idsSchema: z.object({ runEpoch: z.int() }),
    resultSchema: z.literal('Sending'),
    // Every start counts the epoch, so that of all attempts at this one a single one succeeds.
    ids: { runEpoch: campaign.runEpoch },
    perform: ({ runEpoch }) => executeCampaign(deps, { ...campaign, runEpoch }, force),
    lookup: async ({ runEpoch }) => {
      const current = await deps.campaigns.find(campaign._id);
      return attemptWith(current !== undefined && current.runEpoch > runEpoch ? 'Sending' : undefined);
    },
  });
}

/**
 * Starts a campaign now; without `force` it must be due. Does nothing if it is already Sending. Returns the status.
 * Throws `AppError` CONFLICT, also if it was started or resumed since it was read, ILLEGAL_TRANSITION, or UNAUTHENTICATED if
 * the account is being erased.
 */
export async function executeCampaign(
  deps: CampaignsDeps,
  campaign: VisibleCampaign,
  force: boolean,
): Promise<'Sending'> {
  const { campaigns, statuses, jobs, clock } = deps;
  const now = clock.now();
  if (!force && campaign.status !== 'Sending' && campaign.dropDate > now) {
    throw new AppError('CONFLICT', 'The start date of this campaign is in the future.');
  }
  // Before the change too: a refusal leaves its drop date as it was.
  if (campaign.status !== 'Sending') await assertOpenAccount(deps, campaign.userId);
  const sending = await statuses.transition(campaign._id, 'Sending', {
    // Lists sort by drop date: a campaign that starts early gets the current date.
    set: campaign.startedAt === undefined ? { startedAt: now, dropDate: now } : {},
    where: { runEpoch: campaign.runEpoch },
  });
  if (sending === undefined) {
    const current = await campaigns.find(campaign._id);
    if (current?.status !== 'Sending') throw transitionError('execute', current);
    await jobs.ensureRunning(campaign._id);
  } else {
    await pauseUnlessOpen(deps, sending);
    await jobs.run(campaign._id);
  }
  return 'Sending';
}

/** Pauses a campaign again that began while its account was closed, and throws; the erasure deletes it. */
async function pauseUnlessOpen(
  deps: CampaignsDeps,
  { _id, userId, runEpoch }: CampaignDocument,
): Promise<void> {
  try {
    await assertOpenAccount(deps, userId);
  } catch (error) {
    await deps.statuses.transition(_id, 'Paused', { where: { runEpoch } });
    throw error;
  }
}

/**
 * Deletes a campaign that is not Sending and frees its name. Credits of pending contacts are released; calls that the
 * carrier already has keep their hold until their report. Returns the credits released so far, those still on hold and the
 * balance; idempotent.
 */
export async function deleteCampaign(
  { campaigns, statuses, cancelCalls, ledger }: CampaignsDeps,
  user: SignedInUser,
  { _id, status }: Pick<CampaignDocument, '_id' | 'status'>,
): Promise<{ released: number; held: number; balance: number }> {
  if (status !== 'Deleting') {
    const deleting = await statuses.transition(_id, 'Deleting', { unset: ['liveName'] });
    const found = deleting ?? (await campaigns.find(_id));
    if (found?.status !== 'Deleting') throw transitionError('delete', found);
  }
  const released = await cancelCalls(_id);
  const [{ held }, { available }] = await Promise.all([
    ledger.campaignHold(user.streamId, _id),
    ledger.balance(user.streamId),
  ]);
  return { released, held, balance: available };
}

/** Returns the error for an action that failed, derived from the campaign's state after the attempt. */
export function transitionError(action: CampaignAction, campaign: CampaignDocument | undefined): AppError {
  const status = CAMPAIGN_STATUSES.find((candidate) => candidate === campaign?.status);
  if (campaign === undefined || status === undefined) return notFound('Campaign');
  if (campaign.contactsKeptDays !== undefined && (action === 'retry' || action === 'addContacts')) {
    const days = formatCount(campaign.contactsKeptDays, 'day');
    return new AppError('CONFLICT', `The contacts of this campaign were erased after ${days}.`);
  }
  if (campaign.preparing !== undefined) {
    return new AppError('CONFLICT', 'This campaign is still being prepared. Please try again in a moment.');
  }
  if (isActionAllowed(action, status)) {
    return new AppError('CONFLICT', 'This campaign has changed in the meantime. Please try again.');
  }
  return new AppError('ILLEGAL_TRANSITION', refusalText(action, status));
}
