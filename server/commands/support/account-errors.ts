import { formatCount, formatNumber } from '#shared/formats.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { VoiceRecord } from '#server/features/voices/voice-store.ts';
import type { AccountStores } from './account-stores.ts';

/** Something of an account that failed: when, where it is recorded, and why. */
export interface AccountError {
  at: string | null;
  of: string;
  problem: string;
}

interface Read {
  stores: Pick<AccountStores, 'billing' | 'exports'>;
  campaigns: readonly Pick<
    CampaignDocument,
    'name' | 'statusReason' | 'changedAt' | 'carrierDownSince' | 'notice' | 'outcomes' | 'finishedAt'
  >[];
  voices: readonly VoiceRecord[];
}

/** Returns what failed in an account, the latest first; problems without a time come last. */
export async function accountErrors(
  { stores, campaigns, voices }: Read,
  { _id: uid, streamId }: UserRecord,
  now: Date,
): Promise<AccountError[]> {
  const errors = [
    ...campaigns.flatMap(campaignErrors),
    ...voices.flatMap(voiceErrors),
    ...(await paymentErrors(stores, { uid, streamId })),
    ...(await exportErrors(stores, uid)),
  ];
  const at = (error: AccountError) => error.at ?? '';
  return errors
    .filter((error) => at(error) <= now.toISOString())
    .sort((one, other) => at(other).localeCompare(at(one)));
}

function campaignErrors(campaign: Read['campaigns'][number]): AccountError[] {
  const { name, statusReason, changedAt, carrierDownSince, notice, outcomes, finishedAt } = campaign;
  const of = `campaign "${name}"`;
  const errors: AccountError[] = [];
  const add = (at: Date | undefined, problem: string) => {
    errors.push({ at: at?.toISOString() ?? null, of, problem });
  };
  if (statusReason !== undefined) add(changedAt, `paused: ${statusReason}`);
  if (carrierDownSince !== undefined) add(carrierDownSince, 'the carrier accepts no calls');
  if (notice !== undefined && notice.tries > 0)
    add(notice.since, `the mail about it failed ${formatCount(notice.tries, 'time')}`);
  const reasons = Object.entries(outcomes ?? {}).filter(([, { calls }]) => calls > 0);
  if (reasons.length > 0) {
    const counts = reasons.map(([reason, { calls }]) => `${reason} ${formatNumber(calls)}`);
    add(finishedAt ?? changedAt, `failed calls: ${counts.join(', ')}`);
  }
  return errors;
}

function voiceErrors({ title, createdAt, clone, rejection }: VoiceRecord): AccountError[] {
  const problems = [
    ...(rejection === undefined ? [] : [`rejected: ${rejection}`]),
    ...(clone?.failure === undefined ? [] : [`cannot be cloned: ${clone.failure}`]),
    ...(clone?.problem === undefined ? [] : [`cloning is repeated: ${clone.problem}`]),
  ];
  return problems.map((problem) => ({ at: createdAt.toISOString(), of: `voice "${title}"`, problem }));
}

async function paymentErrors(
  { billing }: Read['stores'],
  { uid, streamId }: { uid: string; streamId: string },
): Promise<AccountError[]> {
  const errors: AccountError[] = [];
  const subscription = await billing.currentSubscription(uid);
  if (subscription?.status === 'past_due' && subscription.latestInvoiceId !== undefined) {
    const invoice = await billing.invoice(subscription.latestInvoiceId);
    const tries = formatCount(invoice?.attemptCount ?? 0, 'try', 'tries');
    const at = invoice?.createdAt.toISOString() ?? null;
    errors.push({
      at,
      of: `invoice ${subscription.latestInvoiceId}`,
      problem: `unpaid after ${tries}`,
    });
  }
  for await (const { _id, refundFailedAt } of billing.failedRefunds(streamId)) {
    const problem = 'its refund failed: return the money manually';
    errors.push({ at: refundFailedAt?.toISOString() ?? null, of: `invoice ${_id}`, problem });
  }
  return errors;
}

async function exportErrors({ exports }: Read['stores'], uid: string): Promise<AccountError[]> {
  const failed = (await exports.ofUser(uid)).filter(({ status }) => status === 'failed');
  return failed.map(({ requestedAt, attempts }) => ({
    at: requestedAt.toISOString(),
    of: 'export of the account',
    problem: `failed after ${formatCount(attempts, 'try', 'tries')}`,
  }));
}
