import {
  createContactListChecker,
  isBlankRecord,
  type Contact,
  type ContactListChecker,
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
    numbers: () => inBatches(goodContacts(path), ({ recommended_phone }) => recommended_phone),
    contacts: () => inBatches(goodContacts(path), (contact) => contact),
    async check(isKnown) {
      const checker = createContactListChecker({ hasPhone: isKnown });
      const errors: LineError[] = [];
      let contacts = 0;
      for await (const rows of readRows(path, checker, checker.problems, (error) => [error])) {
        contacts += rows.length;
        for (const problems of rows) errors.push(...problems);
        if (errors.length >= MAX_LISTED_ERRORS) break;
      }
      if (errors.length > 0) throw invalidList(errors);
      return contacts;
    },
  };
}

function goodContacts(path: string): AsyncGenerator<(Contact | undefined)[]> {
  const checker = createContactListChecker();
  const contact = (cells: readonly string[], index: number) => {
    const row = checker.row(cells, index);
    return row.ok ? row.contact : undefined;
  };
  return readRows(path, checker, contact, () => undefined);
}

/**
 * What `read` makes of the records below the header, in batches; where the file stops being CSV, the last is what
 * `malformed` makes of that. Throws `AppError` INVALID_CSV for a header that cannot be used and for what is no text.
 */
async function* readRows<T>(
  path: string,
  checker: ContactListChecker,
  read: (cells: readonly string[], index: number) => T,
  malformed: (error: LineError) => T,
): AsyncGenerator<T[]> {
  let index = -1;
  try {
    for await (const records of recordBatches(path)) {
      const rows: T[] = [];
      for (const cells of records) {
        if (isBlankRecord(cells)) continue;
        if (index === -1) readHeader(checker, cells);
        else rows.push(read(cells, index));
        index += 1;
      }
      yield rows;
    }
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    if (index > -1) yield [malformed({ line: index + 2, message: error.message })];
  }
  if (index === -1) throw invalidList([{ line: 1, message: 'Invalid headers' }]);
}

function readHeader(checker: ContactListChecker, cells: readonly string[]): void {
  const header = checker.header(cells);
  if (!header.ok) throw invalidList(header.errors);
}

async function* inBatches<T>(
  batches: AsyncIterable<readonly (Contact | undefined)[]>,
  select: (contact: Contact) => T,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const rows of batches) {
    for (const contact of rows) {
      if (contact === undefined) continue;
      batch.push(select(contact));
      if (batch.length < CONTACT_BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
