import { csvLine } from '#shared/csv-line.ts';
import { neutralCell } from '#shared/neutral-cell.ts';
import { addedRecords, type ColumnMapping } from '#shared/contacts/columns/column-mapping.ts';
import { matchRecords } from '#shared/contacts/columns/match-records.ts';
import type { CsvRecord } from '#shared/contacts/csv-record.ts';
import type { FileLayout } from '#shared/contacts/file-layout.ts';
import { countLines, errorsOf, type ErrorTable } from './error-table.ts';
import type { SkippedRows } from './file-summary.ts';
import { readRecords } from './records.ts';

/** The layout of written contacts. */
export const WRITTEN_LAYOUT: FileLayout = { encoding: 'utf-8', newline: '\n', delimiter: ',', start: 0 };

/** Characters collected before they become part of a blob, which the browser may keep on disk. */
const PART_LENGTH = 1024 * 1024;

interface WrittenContacts {
  /** The valid rows with Hark's headers. */
  contacts: Blob;
  skipped: SkippedRows | null;
}

/**
 * Writes the contacts of a file in constant memory: matched to Hark's columns by `mapping` if there is one, without the rows
 * that have errors.
 */
export async function writeContacts(
  file: Blob,
  layout: FileLayout,
  { mapping, errors }: { mapping: ColumnMapping | null; errors: ErrorTable | null },
): Promise<WrittenContacts> {
  const contacts = createTextWriter();
  const skipped = createTextWriter();
  const wrong = errors === null ? null : createErrorCursor(errors);
  let line = 0;
  let row = -addedRecords(mapping);
  const take = (record: CsvRecord) => {
    row += 1;
    if (record.isBlank) return;
    line += 1;
    const cells = record.cells();
    if (line === 1) skipped.write(csvLine(['Line', 'Row', 'Reason', ...cells], WRITTEN_LAYOUT.newline));
    const reasons = wrong?.take(line) ?? [];
    if (reasons.length === 0) contacts.write(csvLine(cells, WRITTEN_LAYOUT.newline));
    else
      skipped.write(
        csvLine(
          [String(line), String(row), reasons.join('; '), ...cells.map(neutralCell)],
          WRITTEN_LAYOUT.newline,
        ),
      );
  };
  for await (const _ of readRecords(file, layout, mapping === null ? take : matchRecords(mapping, take)));
  return {
    contacts: contacts.blob(),
    skipped: errors === null ? null : { count: countLines(errors), csv: skipped.blob() },
  };
}

/** Finds the messages of lines that are asked for in order. */
function createErrorCursor(errors: ErrorTable): { take(line: number): string[] } {
  const rest = errorsOf(errors);
  let next = rest.next();
  return {
    take(line) {
      const messages: string[] = [];
      for (; next.done !== true && next.value.line === line; next = rest.next()) {
        messages.push(next.value.message);
      }
      return messages;
    },
  };
}

function createTextWriter(): { write(text: string): void; blob(): Blob } {
  const parts: Blob[] = [];
  let text = '';
  return {
    write(more) {
      text += more;
      if (text.length < PART_LENGTH) return;
      parts.push(new Blob([text]));
      text = '';
    },
    blob: () => new Blob([...parts, text], { type: 'text/csv' }),
  };
}
