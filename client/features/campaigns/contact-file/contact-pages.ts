import { ContactCells } from '#shared/contacts/contact-cells.ts';
import { readHeader } from '#shared/contacts/contact-header.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { CsvReader } from '#shared/contacts/csv-reader.ts';
import type { CsvRecord } from '#shared/contacts/csv-record.ts';
import type { RecordRange } from './records.ts';

export interface ContactPages {
  /** Notes where the next records stand, and how many that are not blank come before them, the header included. */
  add(place: RecordRange, recordsBefore: number): void;
  /** Reads the contact at an index from the file; null beyond the end. */
  contact(index: number): Promise<Contact | null>;
}

/** Finds any contact of a good file again by the places of its pages, keeping none of it. */
export function createContactPages(file: Blob, newline: '\n' | '\r'): ContactPages {
  const pages: { place: RecordRange; firstRecord: number }[] = [];
  let cells: ContactCells | null = null;

  /** What `look` makes of the nth record that is not blank; null where there is none. */
  async function recordAt<T>(wanted: number, look: (record: CsvRecord) => T): Promise<T | null> {
    const page = pages.findLast(({ firstRecord }) => firstRecord <= wanted);
    if (page === undefined) return null;
    let at = page.firstRecord;
    let seen: T | null = null;
    await readPage(page.place, (record) => {
      if (record.isBlank) return;
      if (at === wanted) seen = look(record);
      at += 1;
    });
    return seen;
  }

  async function readPage(
    { byte, skip, end }: RecordRange,
    take: (record: CsvRecord) => void,
  ): Promise<void> {
    const bytes = await file.slice(byte, end).arrayBuffer();
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).slice(skip);
    const reader = new CsvReader(newline);
    if (end === file.size) reader.end(text, take);
    else reader.read(text, take);
  }

  return {
    add(place, recordsBefore) {
      pages.push({ place, firstRecord: recordsBefore });
    },
    async contact(index) {
      cells ??= await recordAt(0, cellsBelow);
      const found = cells;
      if (found === null) return null;
      return recordAt(index + 1, (record) => {
        found.read(record);
        return found.contact();
      });
    },
  };
}

function cellsBelow(header: CsvRecord): ContactCells | null {
  const reading = readHeader(header.cells());
  return reading.ok ? new ContactCells(reading.positions) : null;
}
