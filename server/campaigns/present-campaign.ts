import { isActive, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { campaignStatusMessage } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import type { CampaignDocument } from './campaign-model.ts';

/** A campaign in a public status. */
export type VisibleCampaign = CampaignDocument & { status: CampaignStatus };

/** Returns the number of calls without a settled result. */
export function pendingCalls({ total, delivered, failed }: CampaignDocument): number {
  return total - delivered - failed;
}

/** Returns the API representation of a campaign. */
export function presentCampaign(campaign: VisibleCampaign): CampaignView {
  const { status, total, delivered, failed } = campaign;
  const completed = !isActive(status);
  return {
    id: campaign._id,
    user_id: campaign.userId,
    name: campaign.name,
    campaign_name: campaign.name,
    description: '',
    campaign_type: 'voicemail',
    status,
    status_message: campaignStatusMessage(status, total, delivered, campaign.statusReason),
    status_reason: campaign.statusReason ?? null,
    drop_date: campaign.dropDate.toISOString(),
    created_at: campaign.createdAt.toISOString(),
    message: campaign.message,
    text_message: '',
    voice_id: campaign.voiceId,
    voice_title: campaign.voiceTitle,
    drops_per_minute: campaign.dropsPerMinute ?? null,
    total,
    delivered,
    failed,
    pending: pendingCalls(campaign),
    retryable: campaign.contactsErasedAt === undefined ? campaign.retryable : 0,
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
