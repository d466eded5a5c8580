import { ContactCells } from '#shared/contacts/contact-cells.ts';
import { readHeader } from '#shared/contacts/columns/contact-columns.ts';
import { ownCells, type Contact } from '#shared/contacts/contact-list.ts';
import { createTextReader } from '#shared/contacts/encodings/text-encoding.ts';
import type { FileLayout } from '#shared/contacts/file-layout.ts';
import { CsvReader } from '#shared/contacts/csv-reader.ts';
import type { CsvRecord } from '#shared/contacts/csv-record.ts';
import type { RecordRange } from './records.ts';

export interface ContactPages {
  /** Adds a page of records. `recordsBefore` counts the records before it that are not blank, including the header. */
  add(range: RecordRange, recordsBefore: number): void;
  /** Reads the contact at an index from the file. Resolves to null beyond the end. */
  contact(index: number): Promise<Contact | null>;
}

/** Creates an index of the pages of a valid file, to read single contacts without keeping any in memory. */
export function createContactPages(file: Blob, layout: FileLayout): ContactPages {
  const pages: { range: RecordRange; firstRecord: number }[] = [];
  let header: ContactCells | null = null;

  /** Returns `map` of the nth record that is not blank, or null beyond the end. */
  async function recordAt<T>(index: number, map: (record: CsvRecord) => T): Promise<T | null> {
    const page = pages.findLast(({ firstRecord }) => firstRecord <= index);
    if (page === undefined) return null;
    let current = page.firstRecord;
    let result: T | null = null;
    await readPage(page.range, (record) => {
      if (record.isBlank) return;
      if (current === index) result = map(record);
      current += 1;
    });
    return result;
  }

  async function readPage(
    { byte, skip, end }: RecordRange,
    onRecord: (record: CsvRecord) => void,
  ): Promise<void> {
    const bytes = new Uint8Array(await file.slice(byte, end).arrayBuffer());
    const text = createTextReader(layout.encoding).read(bytes).slice(skip);
    const reader = new CsvReader(layout.newline, layout.delimiter);
    if (end === file.size) reader.end(text, onRecord);
    else reader.read(text, onRecord);
  }

  return {
    add(range, recordsBefore) {
      pages.push({ range, firstRecord: recordsBefore });
    },
    async contact(index) {
      header ??= await recordAt(0, contactCells);
      const cells = header;
      if (cells === null) return null;
      return recordAt(index + 1, (record) => {
        cells.read(record);
        return cells.contact();
      });
    },
  };
}

function contactCells(header: CsvRecord): ContactCells | null {
  const result = readHeader(header.cells());
  return result.ok ? new ContactCells(result.positions, ownCells(result.own, 'all')) : null;
}
