import { BASIS_NAMES, consentStatement } from '#shared/calling/consent-basis.ts';
import { formatDateTime } from '#shared/formats.ts';
import type { ConsentRecordView } from '#shared/schemas/campaigns/consent.ts';
import { CSV_BATCH, csvDownload } from '#server/platform/trpc/csv-download.ts';
import { inBatches } from '#server/platform/lib/in-batches.ts';
import type { FileDownload } from '#server/platform/trpc/trpc.ts';
import type { ConsentRecord, ConsentStore } from './consent-store.ts';

const HEADERS = [
  'Basis',
  'Own words',
  'Obtained on',
  'Where',
  'Default of the account',
  'Given at (UTC)',
  'Given from',
  'API key',
  'User',
  'Contacts added',
  'Digest of the list',
  'Statement version',
  'Statement',
];

/** Returns the API representation of the consent of a list. */
export function presentConsent(record: ConsentRecord): ConsentRecordView {
  const { basis, own_words, obtained_at, source, statementVersion } = record;
  return {
    id: record._id,
    campaign_id: record.campaignId,
    basis,
    own_words,
    obtained_at,
    source,
    by_default: record.byDefault,
    statement_version: statementVersion,
    statement: consentStatement(statementVersion),
    given_at: record.at.toISOString(),
    network: record.network,
    via_api_key: record.viaApiKey,
    user_id: record.userId,
    contacts: record.contacts,
    list_digest: record.listDigest,
  };
}

/** Returns the consent of all lists of a campaign as a CSV file, the first list first. */
export function consentsAsCsv(
  consents: Pick<ConsentStore, 'streamOf'>,
  { _id, name }: { _id: string; name: string },
): FileDownload {
  return csvDownload(`${name} consent.csv`, HEADERS, inBatches(rows(consents.streamOf(_id)), CSV_BATCH));
}

async function* rows(records: AsyncIterable<ConsentRecord>): AsyncGenerator<string[]> {
  for await (const record of records) {
    const consent = presentConsent(record);
    yield [
      BASIS_NAMES[consent.basis],
      consent.own_words ?? '',
      consent.obtained_at,
      consent.source,
      yesNo(consent.by_default),
      formatDateTime(consent.given_at),
      consent.network,
      yesNo(consent.via_api_key),
      consent.user_id,
      String(consent.contacts),
      consent.list_digest,
      consent.statement_version,
      consent.statement,
    ];
  }
}

function yesNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}
