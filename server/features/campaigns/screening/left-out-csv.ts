import { leftOutFileName } from '#shared/paths.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { csvDownload } from '#server/platform/trpc/csv-download.ts';
import type { FileDownload } from '#server/platform/trpc/trpc.ts';

const HEADERS = ['Line', 'Phone Number', 'Name', 'Reason'];

/** Returns the contacts that a campaign leaves out as a CSV file, its lists in order; no rows once they are erased. */
export function leftOutAsCsv(
  { contacts }: Pick<CampaignsDeps, 'contacts'>,
  campaign: CampaignDocument,
): FileDownload {
  return csvDownload(leftOutFileName(campaign.name), HEADERS, rows(contacts.leftOut, campaign));
}

async function* rows(
  leftOut: CampaignsDeps['contacts']['leftOut'],
  { _id, preparing, voidedPreparations }: CampaignDocument,
): AsyncGenerator<string[][]> {
  // A preparation in progress may yet be undone, and a stale worker may store contacts of one that was.
  const hidden = new Set([...voidedPreparations, preparing?.preparationId]);
  for await (const batch of leftOut.stream(_id)) {
    const shown = batch.filter(({ preparationId }) => !hidden.has(preparationId));
    yield shown.map(({ line, phone, name, reason }) => [String(line), phone, name, reason]);
  }
}
