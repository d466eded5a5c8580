import type { z } from 'zod';
import { ownValue } from '#shared/contacts/columns/own-columns.ts';
import { successRate, formatDateTime } from '#shared/formats.ts';
import type { AnalyticsRow, CallDetail, campaignAggregateOutput } from '#shared/schemas/analytics.ts';
import type { CallFilter } from '#shared/schemas/campaigns/call-query.ts';
import { CAMPAIGNS_FILE, exportFileName } from '#shared/paths.ts';
import type { CallRecord, DropStatistics } from '#server/features/drops/api.ts';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';
import { csvDownload } from '#server/platform/trpc/csv-download.ts';
import type { FileDownload } from '#server/platform/trpc/trpc.ts';

/** Returns a campaign as a row of the analytics list. */
export function presentRow(campaign: CampaignCounters): AnalyticsRow {
  return {
    id: campaign.id,
    campaign_name: campaign.name,
    drop_date: campaign.dropDate.toISOString(),
    started_at: campaign.startedAt?.toISOString() ?? null,
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
    number: call.number,
    phone_number: call.phoneNumber,
    first_name: call.firstName,
    last_name: call.lastName,
    email: call.email,
    company_name: call.company,
    status: call.status,
    reason: call.reason ?? null,
    reason_code: call.reasonKey,
    date: (call.changedAt ?? dropDate).toISOString(),
    call: call.call,
  };
}

const HEADERS = ['Phone Number', 'Name', 'Email', 'Company', 'Voicemail Status', 'Date (UTC)', 'Reason'];

type CallStream = Pick<DropStatistics, 'streamCalls'>;

/**
 * Returns the calls of a campaign that a filter matches as a CSV file, with the own columns that it keeps, streamed in
 * constant memory; no rows once they are erased.
 */
export function callsAsCsv(
  statistics: CallStream,
  campaign: CampaignCounters,
  filter: CallFilter,
): FileDownload {
  // The code comes last, so that every column of before keeps its place.
  const headers = [...HEADERS, ...(campaign.columns ?? []), 'Reason Code'];
  return csvDownload(exportFileName(campaign.name), headers, csvRows(statistics, campaign, filter));
}

async function* csvRows(
  statistics: CallStream,
  campaign: CampaignCounters,
  filter: CallFilter,
): AsyncGenerator<string[][]> {
  if (campaign.contactsKeptDays !== undefined) return;
  for await (const calls of statistics.streamCalls(campaign.id, filter))
    yield calls.map((call) => [
      call.phoneNumber,
      `${call.firstName} ${call.lastName}`.trim(),
      call.email,
      call.company,
      call.status,
      formatDateTime(call.changedAt ?? campaign.dropDate),
      call.reason ?? '',
      ...(campaign.columns ?? []).map((column) => ownValue(call.custom, column)),
      call.reasonKey ?? '',
    ]);
}

const CAMPAIGN_HEADERS = [
  'Campaign Name',
  'Time (UTC)',
  'Made',
  'Delivered',
  'Failed',
  'Pending',
  'Delivery Rate (%)',
  'Credits Charged',
  'Status',
];

/** Returns campaigns as a CSV file in the order given, streamed in constant memory. */
export function campaignsAsCsv(batches: AsyncIterable<readonly CampaignCounters[]>): FileDownload {
  return csvDownload(CAMPAIGNS_FILE, CAMPAIGN_HEADERS, campaignRows(batches));
}

async function* campaignRows(
  batches: AsyncIterable<readonly CampaignCounters[]>,
): AsyncGenerator<string[][]> {
  for await (const batch of batches) yield batch.map(campaignRow);
}

function campaignRow(campaign: CampaignCounters): string[] {
  const { name, status, dropDate, startedAt, delivered, failed, pending, charged } = campaign;
  const made = delivered + failed;
  const rate = made === 0 ? '' : String(successRate(delivered, made));
  const counts = [made, delivered, failed, pending].map(String);
  return [name, formatDateTime(startedAt ?? dropDate), ...counts, rate, String(charged), status];
}
