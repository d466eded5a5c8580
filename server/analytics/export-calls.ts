import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { format } from 'fast-csv';
import { exportFileName, neutralCell } from '#shared/csv-export.ts';
import { formatDateTime } from '#shared/formats.ts';
import type { CampaignCounters } from '#server/campaigns/api.ts';
import type { DropStatistics } from '#server/drops/api.ts';
import { FileDownload } from '#server/trpc/trpc.ts';
import { presentCall } from './present-analytics.ts';

const HEADERS = ['Phone Number', 'Name', 'Email', 'Company', 'Voicemail Status', 'Date (UTC)', 'Reason'];

type CallStream = Pick<DropStatistics, 'streamCalls'>;

/** Returns all calls of a campaign as a CSV file, streamed in constant memory. */
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
