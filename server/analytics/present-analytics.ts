import type { z } from 'zod';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { format } from 'fast-csv';
import { successRate, formatDateTime, neutralCell } from '#shared/formats.ts';
import type { AnalyticsRow, CallDetail, campaignAggregateOutput } from '#shared/schemas/analytics.ts';
import { exportFileName } from '#shared/paths.ts';
import type { CallRecord, DropStatistics } from '#server/drops/api.ts';
import type { CampaignCounters } from '#server/campaigns/api.ts';
import { FileDownload } from '#server/trpc/trpc.ts';

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

const HEADERS = ['Phone Number', 'Name', 'Email', 'Company', 'Voicemail Status', 'Date (UTC)', 'Reason'];

type CallStream = Pick<DropStatistics, 'streamCalls'>;

/** Returns all calls of a campaign as a CSV file, streamed in constant memory; no rows once they are erased. */
export function callsAsCsv(statistics: CallStream, campaign: CampaignCounters): FileDownload {
  const name = exportFileName(campaign.name).replace(/[/\\\p{Cc}]/gu, '_');
  return new FileDownload(name, async (out) => {
    const csv = format({
      headers: HEADERS,
      alwaysWriteHeaders: true,
      writeBOM: true,
      includeEndRowDelimiter: true,
      rowDelimiter: '\r\n',
    });
    await pipeline(Readable.from(csvRows(statistics, campaign)), csv, out);
  });
}

async function* csvRows(statistics: CallStream, campaign: CampaignCounters): AsyncGenerator<string[]> {
  if (campaign.contactsKeptDays !== undefined) return;
  for await (const calls of statistics.streamCalls(campaign.id)) {
    for (const record of calls) {
      const call = presentCall(record, campaign);
      const name = `${call.first_name} ${call.last_name}`.trim();
      yield [
        call.phone_number,
        name,
        call.email,
        call.company,
        call.status,
        formatDateTime(call.date),
        call.reason ?? '',
      ].map(neutralCell);
    }
  }
}
