import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { format } from 'fast-csv';
import { Router, type Request } from 'express';
import { exportFileName, neutralCell } from '#shared/csv-export.ts';
import { formatDateTime } from '#shared/formats.ts';
import { analyticsCampaignRef } from '#shared/schemas/analytics.ts';
import { unauthenticated } from '#server/lib/errors.ts';
import type { Context } from '#server/trpc/context.ts';
import { parseInput } from '#server/trpc/trpc.ts';
import type { Statistics } from './analytics-router.ts';
import { findCampaign } from './find-campaign.ts';
import type { CampaignCounters } from '#server/campaigns/api.ts';
import { presentCall } from './present-analytics.ts';

const HEADERS = ['Phone Number', 'Name', 'Email', 'Company', 'Voicemail Status', 'Date (UTC)', 'Reason'];

/**
 * Returns `GET /{provider}/analytics/details/download/{campaign_name}/`: all calls of a campaign as CSV, streamed in
 * constant memory.
 */
export function createExportRouter(
  statistics: Statistics,
  createContext: (req: Request) => Promise<Context>,
): Router {
  const router = Router();
  router.get('/dropcowboy/analytics/details/download/:campaign_name', async (req, res) => {
    const { user } = await createContext(req);
    if (user === null) throw unauthenticated();
    const { campaign_name } = parseInput(analyticsCampaignRef, req.params);
    const campaign = await findCampaign(statistics, user.uid, campaign_name);
    res.attachment(exportFileName(campaign.name).replace(/[/\\\p{Cc}]/gu, '_')).type('text/csv');
    const csv = format({
      headers: HEADERS,
      alwaysWriteHeaders: true,
      writeBOM: true,
      includeEndRowDelimiter: true,
      rowDelimiter: '\r\n',
    });
    try {
      await pipeline(Readable.from(csvRows(statistics, campaign)), csv, res);
    } catch (error) {
      if (!isClientAbort(error)) throw error;
    }
  });
  return router;
}

async function* csvRows(statistics: Statistics, campaign: CampaignCounters): AsyncGenerator<string[]> {
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

/** Returns whether the client closed the connection before the end. */
function isClientAbort(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
