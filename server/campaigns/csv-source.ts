import {
  createContactListChecker,
  isBlankRecord,
  type Contact,
  type ContactListChecker,
  type RowCheck,
} from '#shared/contact-list.ts';
import type { LineError } from '#shared/error-codes.ts';
import { CONTACT_BATCH, invalidList, type ContactSource } from './contact-source.ts';
import { MalformedCsvError, recordBatches } from './csv-records.ts';

/** What is listed of a hopeless file; who has mended so many lines uploads it again. */
const MAX_LISTED_ERRORS = 10_000;

/** A spooled CSV file as a contact list: read as a stream each time, so that its size does not matter. */
export function contactsOfFile(path: string, digest: string): ContactSource {
  return {
    digest,
    numbers: () => inBatches(checkedRows(path), ({ recommended_phone }) => recommended_phone),
    contacts: () => inBatches(checkedRows(path), (contact) => contact),
    async check(isKnown) {
      const errors: LineError[] = [];
      let contacts = 0;
      for await (const rows of checkedRows(path, isKnown)) {
        for (const row of rows) {
          if (row.ok) contacts += 1;
          else errors.push(...row.errors);
        }
        if (errors.length >= MAX_LISTED_ERRORS) break;
      }
      if (errors.length > 0) throw invalidList(errors);
      return contacts;
    },
  };
}

/**
 * The records below the header, each checked, in batches; the last one is at fault where the file stops being CSV.
 * Throws `AppError` INVALID_CSV for a header that cannot be used and for what is no text.
 */
async function* checkedRows(
  path: string,
  hasPhone: (number: string) => boolean = () => false,
): AsyncGenerator<RowCheck[]> {
  const checker = createContactListChecker({ hasPhone });
  let index = -1;
  try {
    for await (const records of recordBatches(path)) {
      const rows: RowCheck[] = [];
      for (const cells of records) {
        if (isBlankRecord(cells)) continue;
        if (index === -1) readHeader(checker, cells);
        else rows.push(checker.row(cells, index));
        index += 1;
      }
      yield rows;
    }
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    if (index > -1) yield [{ ok: false, errors: [{ line: index + 2, message: error.message }] }];
  }
  if (index === -1) throw invalidList([{ line: 1, message: 'Invalid headers' }]);
}

function readHeader(checker: ContactListChecker, cells: readonly string[]): void {
  const header = checker.header(cells);
  if (!header.ok) throw invalidList(header.errors);
}

async function* inBatches<T>(
  batches: AsyncIterable<readonly RowCheck[]>,
  select: (contact: Contact) => T,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const rows of batches) {
    for (const row of rows) {
      if (!row.ok) continue;
      batch.push(select(row.contact));
      if (batch.length < CONTACT_BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
