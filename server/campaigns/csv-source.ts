import { createReadStream } from 'node:fs';
import { parse } from 'fast-csv';
import { createContactListChecker, isBlankRecord, type RowCheck } from '#shared/contact-list.ts';
import type { LineError } from '#shared/error-codes.ts';
import { CONTACT_BATCH, invalidList, type ContactSource } from './contact-source.ts';

/** What is listed of a hopeless file; who has mended so many lines uploads it again. */
const MAX_LISTED_ERRORS = 10_000;

/** A spooled CSV file as a contact list: read as a stream each time, so that its size does not matter. */
export function contactsOfFile(path: string, digest: string): ContactSource {
  return {
    digest,
    numbers: () => inBatches(checkedRows(path), ({ row }) => (row.ok ? [row.contact.recommended_phone] : [])),
    contacts: () => inBatches(checkedRows(path), ({ row }) => (row.ok ? [row.contact] : [])),
    async check(isKnown) {
      const errors: LineError[] = [];
      let contacts = 0;
      for await (const { row } of checkedRows(path, isKnown)) {
        if (row.ok) contacts += 1;
        else errors.push(...row.errors);
        if (errors.length >= MAX_LISTED_ERRORS) break;
      }
      if (errors.length > 0) throw invalidList(errors);
      return contacts;
    },
  };
}

/** The records below the header, each checked; throws `AppError` INVALID_CSV for a header that cannot be used. */
async function* checkedRows(
  path: string,
  hasPhone: (number: string) => boolean = () => false,
): AsyncGenerator<{ row: RowCheck }> {
  const checker = createContactListChecker({ hasPhone });
  let index = -1;
  for await (const cells of records(path)) {
    if (isBlankRecord(cells)) continue;
    if (index === -1) {
      const header = checker.header(cells);
      if (!header.ok) throw invalidList(header.errors);
    } else {
      yield { row: checker.row(cells, index) };
    }
    index += 1;
  }
  if (index === -1) throw invalidList([{ line: 1, message: 'Invalid headers' }]);
}

async function* records(path: string): AsyncGenerator<string[]> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const rows = file.pipe(parse<string[], string[]>({ headers: false }));
  file.once('error', (error) => rows.destroy(error));
  try {
    yield* rows as AsyncIterable<string[]>;
  } catch (error) {
    // fast-csv names what it could not read: an unclosed quote, for example.
    if (error instanceof Error && error.message.startsWith('Parse Error')) {
      throw invalidList([{ line: 1, message: 'The file is not valid CSV' }]);
    }
    throw error;
  } finally {
    file.destroy();
  }
}

async function* inBatches<T, R>(
  items: AsyncIterable<T>,
  select: (item: T) => R[],
): AsyncGenerator<readonly R[]> {
  let batch: R[] = [];
  for await (const item of items) {
    batch.push(...select(item));
    if (batch.length >= CONTACT_BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
