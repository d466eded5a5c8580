import type { AuditedCampaign, CorrectCounters } from '#server/features/campaigns/api.ts';
import { reasonEntries } from '#server/features/drops/settlement/call-counts.ts';
import { recount } from '#server/features/drops/settlement/recount.ts';
import { differencesOf, type CounterDifference, type Figures } from './counter-difference.ts';
import type { CountersDeps } from './counters-deps.ts';

/** What counting the calls of a campaign again has shown. */
export interface CampaignCheck {
  campaign: AuditedCampaign;
  /** Why it is not compared: its counters are changing. */
  skipped?: string | undefined;
  differences: CounterDifference[];
  /** What no counting corrects. */
  problems: string[];
  /** Stores what was counted; returns false if the campaign has changed meanwhile. */
  correct(): Promise<boolean>;
}

type Deps = Pick<CountersDeps, 'campaigns' | 'settlements' | 'recounts' | 'ledger'>;

const SETTLED = ['Scheduled', 'Success', 'Failed'];
const CHANGED = 'it changed meanwhile';

/**
 * Counts the calls of a campaign again, in constant memory: from its contacts, or from its settlements once these are
 * erased. Returns `undefined` if there is none, or it is deleted.
 */
export async function checkCampaign(deps: Deps, campaignId: string): Promise<CampaignCheck | undefined> {
  const campaign = await deps.campaigns.find(campaignId);
  if (campaign === undefined || campaign.status === 'Deleted') return undefined;
  const check = { campaign, differences: [], problems: [], correct: () => Promise.resolve(true) };
  const busy = await whyBusy(deps, campaign);
  if (busy !== undefined) return { ...check, skipped: busy };
  const counted = await count(deps, campaign);
  const { held } = await deps.ledger.campaignHold(campaign.streamId, campaignId);
  if (!(await isUnchanged(deps, campaign))) return { ...check, skipped: CHANGED };
  const problems = [...lostCalls(campaign, counted), ...wrongHold(campaign, held)];
  if (lostCalls(campaign, counted).length > 0) return { ...check, problems };
  return {
    campaign,
    problems,
    differences: differencesOf(figuresOf(campaign, counted), figuresOf(counted, counted)),
    correct: () => deps.campaigns.correct(campaign, counted),
  };
}

/** Returns why the counters of a campaign cannot be compared now. */
async function whyBusy({ settlements }: Deps, campaign: AuditedCampaign): Promise<string | undefined> {
  const { _id, status, preparing, lastSettlement } = campaign;
  if (!SETTLED.includes(status)) return `it is ${status}`;
  if (preparing !== undefined) return `it is being prepared (${preparing.kind})`;
  const isOpen = (await settlements.find(_id, lastSettlement + 1)) !== undefined;
  return isOpen ? 'its calls are being settled' : undefined;
}

async function count(deps: Deps, { _id, contactsErasedAt }: AuditedCampaign): Promise<CorrectCounters> {
  if (contactsErasedAt === undefined) {
    const { delivered, failed, retryable, reasons } = await recount(deps.recounts, _id);
    return { delivered, failed, retryable, outcomes: reasons };
  }
  const sum = { delivered: 0, failed: 0 };
  for await (const { delivered, failed, replaces, takesBack } of deps.settlements.stream(_id)) {
    sum.delivered += delivered;
    sum.failed += failed - (replaces?.calls ?? 0);
    for (const day of takesBack?.days ?? []) sum.failed += day.failed;
  }
  return sum;
}

/** Every update of a campaign changes `changedAt`; a settlement is opened before the campaign counts it. */
async function isUnchanged(deps: Deps, before: AuditedCampaign): Promise<boolean> {
  const after = await deps.campaigns.find(before._id);
  const isSame =
    after?.changedAt?.getTime() === before.changedAt?.getTime() &&
    after?.lastSettlement === before.lastSettlement &&
    after.run === before.run;
  return isSame && (await whyBusy(deps, after)) === undefined;
}

/** A campaign has ended when all its calls are counted: otherwise contacts or settlements are missing. */
function lostCalls(
  { status, total }: AuditedCampaign,
  { delivered, failed }: Pick<CorrectCounters, 'delivered' | 'failed'>,
): string[] {
  if (status === 'Scheduled' || delivered + failed === total) return [];
  return [`it has ${String(total)} calls, of which ${String(delivered + failed)} can be counted`];
}

/** Money is compared, never changed. */
function wrongHold(campaign: AuditedCampaign, held: number): string[] {
  if (campaign.held === held) return [];
  return [`held is ${String(campaign.held)} credits, ${String(held)} in the ledger`];
}

/** Returns the counters by name, as far as they were counted; a campaign of an older version has no reasons. */
function figuresOf(
  { delivered, failed, retryable = 0, outcomes = {} }: CorrectCounters,
  counted: CorrectCounters,
): Figures {
  if (counted.outcomes === undefined) return { delivered, failed };
  const reasons = reasonEntries(outcomes).flatMap(([key, of]) => [
    [`outcomes.${key}.calls`, of.calls],
    [`outcomes.${key}.retryable`, of.retryable],
  ]);
  return { delivered, failed, retryable, ...(Object.fromEntries(reasons) as Figures) };
}
