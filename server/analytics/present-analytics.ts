import type { z } from 'zod';
import { successRate } from '#shared/formats.ts';
import type { AnalyticsRow, CallDetail, campaignAggregateOutput } from '#shared/schemas/analytics.ts';
import type { CallRecord } from '#server/drops/api.ts';
import type { CampaignCounters } from '#server/campaigns/api.ts';

/** Returns a campaign as a row of the analytics list. */
export function presentRow(campaign: CampaignCounters): AnalyticsRow {
  return {
    id: campaign.id,
    campaign_name: campaign.name,
    drop_date: campaign.dropDate.toISOString(),
    dropcowboy_success_calls: campaign.delivered,
    dropcowboy_failed_calls: campaign.failed,
    dropcowboy_pending_calls: campaign.pending,
    dropcowboy_total_calls: campaign.total,
    telnyx_total_messages: 0,
    telnyx_successful_messages: 0,
    telnyx_failed_messages: 0,
    telnyx_success_rate: 0,
    campaign_status: campaign.status,
  };
}

/** Returns the totals of one campaign. */
export function presentAggregate({
  delivered,
  failed,
}: CampaignCounters): z.infer<typeof campaignAggregateOutput> {
  return {
    dropcowboy_total_calls_sent: delivered + failed,
    dropcowboy_success_calls: delivered,
    dropcowboy_failed_calls: failed,
    dropcowboy_call_sent_rate: successRate(delivered, delivered + failed),
    telnyx_total_messages: 0,
    telnyx_successful_messages: 0,
    telnyx_failed_messages: 0,
    telnyx_message_sent_rate: 0,
  };
}

/** Returns one call; a call that has not started has the drop date of its campaign. */
export function presentCall(call: CallRecord, { dropDate }: Pick<CampaignCounters, 'dropDate'>): CallDetail {
  return {
    phone_number: call.phoneNumber,
    first_name: call.firstName,
    last_name: call.lastName,
    email: call.email,
    company: call.company,
    status: call.status,
    reason: call.reason ?? null,
    date: (call.changedAt ?? dropDate).toISOString(),
  };
}
