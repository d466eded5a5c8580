import { isActive, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { callsToName } from '#shared/call-reasons.ts';
import { nextCallsText } from '#shared/calling/zone-names.ts';
import { campaignStatusMessage } from '#shared/formats.ts';
import { DEFAULT_HOURS } from '#shared/schemas/calling/calling.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { presentAutoRetry } from './automatic-retries/automatic-retries.ts';
import { shownCounts } from './progress/shown-counts.ts';
import { presentSkipped } from './screening/skipped.ts';
import type { CampaignDocument } from './stores/campaign-model.ts';

/** A campaign in a public status. */
export type VisibleCampaign = CampaignDocument & { status: CampaignStatus };

/** Returns the API representation of a campaign. */
export function presentCampaign(campaign: VisibleCampaign): CampaignView {
  const { status, total } = campaign;
  const { delivered, failed, pending } = shownCounts(campaign);
  const completed = !isActive(status);
  const { from, to, days } = campaign.callingHours ?? DEFAULT_HOURS;
  return {
    id: campaign._id,
    user_id: campaign.userId,
    name: campaign.name,
    campaign_name: campaign.name,
    description: campaign.description ?? '',
    campaign_type: 'voicemail',
    status,
    status_message: statusMessageOf(campaign, delivered),
    status_reason: campaign.statusReason ?? null,
    drop_date: campaign.dropDate.toISOString(),
    started_at: campaign.startedAt?.toISOString() ?? null,
    created_at: campaign.createdAt.toISOString(),
    message: campaign.message,
    text_message: '',
    voice_id: campaign.voiceId,
    voice_title: campaign.voiceTitle,
    drops_per_minute: campaign.dropsPerMinute ?? null,
    calling_hours: { from, to, days: [...days] },
    last_day: campaign.lastDay ?? null,
    next_calls: presentNextCalls(campaign),
    skipped: presentSkipped(campaign.leftOut),
    total,
    delivered,
    failed,
    pending,
    automatic_retry: presentAutoRetry(campaign),
    ...retryableOf(campaign),
    credit_cost: campaign.creditCost,
    held: campaign.held,
    completed,
    has_paid: true,
    messaging_completed: completed,
    voicemail_completed: completed,
    voicemail_status: status,
    aggregates: [],
  };
}

/** Campaigns of older versions have no counts by reason until they are counted. */
function retryableOf({
  contactsErasedAt,
  outcomes = {},
  retryable,
}: VisibleCampaign): Pick<CampaignView, 'retryable' | 'retryable_if_named'> {
  if (contactsErasedAt !== undefined) return { retryable: 0, retryable_if_named: 0 };
  const ifNamed = callsToName(outcomes);
  return { retryable: Math.max(0, retryable - ifNamed), retryable_if_named: ifNamed };
}

function statusMessageOf(
  { status, total, statusReason, nextCalls }: VisibleCampaign,
  delivered: number,
): string {
  const message = campaignStatusMessage(status, total, delivered, statusReason);
  if (status !== 'Sending' || nextCalls === undefined) return message;
  return `${message} · ${nextCallsText(nextCalls, nextCalls.since)}`;
}

/** Returns when a campaign that waits for calling hours goes on; null where it does not wait. */
export function presentNextCalls({ status, nextCalls }: VisibleCampaign): CampaignView['next_calls'] {
  if (status !== 'Sending' || nextCalls === undefined) return null;
  return { at: nextCalls.at.toISOString(), zone: nextCalls.zone };
}
