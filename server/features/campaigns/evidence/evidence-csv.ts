import { BASIS_NAMES } from '#shared/calling/consent-basis.ts';
import { evidenceFileName } from '#shared/paths.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { EvidenceRow } from '#shared/schemas/campaigns/evidence.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { csvDownload } from '#server/platform/trpc/csv-download.ts';
import type { FileDownload } from '#server/platform/trpc/trpc.ts';
import { evidenceOf, type EvidenceDeps } from './evidence-rows.ts';

const HEADERS = [
  'Phone Number',
  'First Name',
  'Last Name',
  'Claimed at (UTC)',
  'Local time',
  'Time zone',
  'Hours applied',
  'Rules applied',
  'Outside hours',
  'Consent',
  'Message check version',
  'On the do-not-call list now',
  'Status',
  'Carrier said',
  'Reason Code',
];
type Deps = EvidenceDeps & Pick<CampaignsDeps, 'contacts'>;

/**
 * Returns the evidence of a campaign as a CSV file in the order of the list, one row a call: when it was made in the person's
 * own time, which rules held, and what the carrier said. Contacts that are still to be called have a row too. No rows once the contacts are erased.
 */
export function evidenceAsCsv(deps: Deps, campaign: CampaignDocument): FileDownload {
  return csvDownload(evidenceFileName(campaign.name), HEADERS, rows(deps, campaign));
}

async function* rows(deps: Deps, campaign: CampaignDocument): AsyncGenerator<string[][]> {
  // Some may still be stored while they are erased in batches.
  if (campaign.contactsKeptDays !== undefined) return;
  for await (const batch of deps.contacts.stream(campaign._id))
    yield (await evidenceOf(deps, campaign, batch)).map(cellsOf);
}

function cellsOf(row: EvidenceRow): string[] {
  return [
    ...callCells(row),
    [...new Set(row.consents.map(consentText))].join('; '),
    row.message_check === null ? '' : String(row.message_check),
    yesOrNo(row.do_not_call),
    row.status,
    row.reason ?? '',
    row.reason_code ?? '',
  ];
}

function callCells({ phone_number: phone, first_name, last_name, call }: EvidenceRow): string[] {
  const person = [phone, first_name, last_name];
  if (call === null) return [...person, '', '', '', '', '', ''];
  const { at, local_time: localTime, zone, hours, rules, outside_hours: outside } = call;
  return [...person, at, localTime ?? '', zone ?? '', hours ?? '', rules.join('; '), yesOrNo(outside)];
}

function consentText({ basis, own_words: words, obtained_at: date, source }: Consent): string {
  return `${words ?? BASIS_NAMES[basis]} (${source}, ${date})`;
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
