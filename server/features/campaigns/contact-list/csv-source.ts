import { ContactCells, PHONE_NUMBER, RECOMMENDED_PHONE } from '#shared/contacts/contact-cells.ts';
import { readHeader, type HeaderReading } from '#shared/contacts/columns/contact-columns.ts';
import {
  createContactListChecker,
  ownCells,
  type ContactListCheckerOptions,
} from '#shared/contacts/contact-list.ts';
import { ListWarnings } from '#shared/contacts/list-warnings.ts';
import { MalformedCsvError } from '#shared/contacts/malformed-csv.ts';
import { noteDamage } from '#shared/contacts/damaged-text.ts';
import type { CsvRecord } from '#shared/contacts/csv-record.ts';
import { listedNumber, toDialled } from '#shared/contacts/phone-number.ts';
import { headerError, inRow } from '#shared/contacts/row-problems.ts';
import { createWidthCheck } from '#shared/contacts/row-width.ts';
import type { LineError } from '#shared/error-codes.ts';
import type { FileLayout } from '#shared/contacts/file-layout.ts';
import { csvFile, type CsvFile } from './csv-file.ts';
import type { InvalidRows } from './invalid-rows.ts';
import {
  checkerOptions,
  CONTACT_BATCH,
  invalidList,
  MAX_LISTED_ERRORS,
  type ContactSource,
  type ListOptions,
} from './contact-source.ts';

/** Returns a source over a spooled CSV file, streamed on each read in constant memory. */
export function contactsOfFile(
  path: string,
  digest: string,
  { invalid, lastNameOptional, signal, encoding }: ListOptions = {},
): ContactSource {
  const file = csvFile(path, { signal, encoding });
  const warnings = new ListWarnings();
  return {
    digest,
    ownColumns: () => file.attempt((layout) => ownColumnsOf(file, layout)),
    numbers: () =>
      rowsInBatches(file, (cells) => ({
        listed: listedNumber(cells.cell(PHONE_NUMBER)),
        dialled: toDialled(cells.cell(RECOMMENDED_PHONE)),
      })),
    check: (message, known, own) => {
      const options = checkerOptions({ message, known, own }, { warnings, invalid, lastNameOptional });
      return file.attempt((layout) => checkFile(file, layout, options, { invalid, warnings }));
    },
    contacts: (own) => rowsInBatches(file, (cells) => cells.contact(), { own, invalid }),
    warnings,
    invalid,
  };
}

async function ownColumnsOf(file: CsvFile, layout: FileLayout): Promise<string[]> {
  let own: string[] | undefined;
  const rows = readRows(file, layout, {
    header: (names) => {
      own = headerOf(names).own.map(({ name }) => name);
    },
    row: () => undefined,
    malformed: () => undefined,
  });
  for await (const _ of rows) if (own !== undefined) break;
  return own ?? [];
}

/** Returns the reading of a header. Throws `AppError` INVALID_CSV. */
function headerOf(names: readonly string[]): HeaderReading & { ok: true } {
  const header = readHeader(names);
  if (!header.ok) throw invalidList([{ line: 1, message: header.message }]);
  return header;
}

async function checkFile(
  file: CsvFile,
  layout: FileLayout,
  options: ContactListCheckerOptions,
  { invalid, warnings }: { invalid: InvalidRows | undefined; warnings: ListWarnings },
): Promise<number> {
  const checker = createContactListChecker(options);
  const width = createWidthCheck(layout.delimiter);
  const errors: LineError[] = [];
  const report = (error: LineError) => {
    if (errors.length < MAX_LISTED_ERRORS) errors.push(error);
  };
  const noteRow = (record: CsvRecord, line: number) => {
    if (record.mayBeDamaged) noteDamage(warnings, record.cells(), line);
    const leftOut = width.leftOut(record);
    if (leftOut !== '') warnings.note('unnamed_column', line, leftOut);
  };
  invalid?.clear();
  let contacts = 0;
  const rows = readRows(file, layout, {
    header(cells) {
      width.header(cells);
      const header = checker.header(cells);
      if (!header.ok) throw invalidList(header.errors);
    },
    row(record, index, rowNumber) {
      contacts = index + 1;
      const tooWide = width.problem(record);
      const problems =
        tooWide === null ? checker.problems(record, index) : [{ line: index + 2, message: tooWide }];
      if (problems.length === 0) noteRow(record, index + 2);
      if (problems.length > 0 && invalid !== undefined) invalid.add(index, problems);
      else for (const problem of problems) report(inRow(problem, rowNumber));
    },
    malformed: report,
  });
  for await (const _ of rows) if (errors.length >= MAX_LISTED_ERRORS) break;
  if (errors.length > 0) throw invalidList(errors);
  return contacts - (invalid?.count ?? 0);
}

/** Yields `select` of each row in batches. The list may be unvalidated; it ends at the first syntax error. */
async function* rowsInBatches<T>(
  file: CsvFile,
  select: (cells: ContactCells) => T,
  { own = [], invalid }: Pick<ListOptions, 'invalid'> & { own?: readonly string[] | undefined } = {},
): AsyncGenerator<readonly T[]> {
  let cells: ContactCells | undefined;
  let batch: T[] = [];
  const rows = readRows(file, await file.layout(), {
    header(names) {
      const header = headerOf(names);
      cells = new ContactCells(header.positions, ownCells(header.own, own));
    },
    row(record, index) {
      if (cells === undefined || invalid?.has(index) === true) return;
      cells.read(record);
      batch.push(select(cells));
    },
    malformed: () => undefined,
  });
  for await (const _ of rows) {
    let from = 0;
    for (; batch.length - from >= CONTACT_BATCH; from += CONTACT_BATCH)
      yield batch.slice(from, from + CONTACT_BATCH);
    batch = batch.slice(from);
  }
  if (batch.length > 0) yield batch;
}

/** Callbacks for the records of a list. */
interface RowHandlers {
  header(cells: string[]): void;
  /** `index` counts the records below the header from 0, blank ones left out; `row` counts all of the file from 1. */
  row(record: CsvRecord, index: number, row: number): void;
  /** Called at the first CSV syntax error. */
  malformed(error: LineError): void;
}

/** Reads a file with `handlers`. Throws `AppError` INVALID_CSV if it has no header. */
async function* readRows(file: CsvFile, layout: FileLayout, handlers: RowHandlers): AsyncGenerator<void> {
  let index = -1;
  let row = 0;
  const take = (record: CsvRecord) => {
    row += 1;
    if (record.isBlank) return;
    if (index === -1) handlers.header(record.cells());
    else handlers.row(record, index, row);
    index += 1;
  };
  try {
    yield* file.records(layout, take);
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    if (index === -1) throw invalidList([headerError(error)]);
    handlers.malformed(inRow({ line: index + 2, message: error.message }, row + 1));
  }
  if (index === -1) throw invalidList([headerError()]);
}
