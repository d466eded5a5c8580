import { createContactListChecker, isBlankRecord, type Contact } from '#shared/contact-list.ts';
import { parseRecords, type RecordPlace } from './records.ts';

export interface ContactPages {
  /** Notes where the next records stand, and how many contacts come before them. */
  add(place: RecordPlace, contactsBefore: number): void;
  /** Reads the contact at an index from the file; null beyond the end. */
  contact(index: number): Promise<Contact | null>;
}

/** Finds any contact of a file again by the places of its pages, keeping only the page last looked at. */
export function createContactPages(file: Blob, newline: '\n' | '\r'): ContactPages {
  const pages: { place: RecordPlace; firstContact: number }[] = [];
  let header: readonly string[] = [];
  let open: { page: number; records: string[][] } | null = null;

  async function records(page: number): Promise<string[][]> {
    const place = pages[page]?.place;
    if (place === undefined) return [];
    const bytes = await file.slice(place.byte, place.end).arrayBuffer();
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).slice(place.skip);
    const { data } = parseRecords(text, newline, place.end === file.size);
    const filled = page === 0 ? data.slice(1) : data;
    if (page === 0) header = data[0] ?? [];
    return filled.filter((cells) => !isBlankRecord(cells));
  }

  return {
    add(place, contactsBefore) {
      pages.push({ place, firstContact: contactsBefore });
    },
    async contact(index) {
      const page = pages.findLastIndex(({ firstContact }) => firstContact <= index);
      if (header.length === 0) await records(0);
      if (open?.page !== page) open = { page, records: await records(page) };
      const cells = open.records[index - (pages[page]?.firstContact ?? 0)];
      return cells === undefined ? null : asContact(header, cells);
    },
  };
}

/** Reads the cells as the check did; the row is known to be good. */
function asContact(header: readonly string[], cells: readonly string[]): Contact | null {
  const checker = createContactListChecker();
  checker.header(header);
  const row = checker.row(cells, 0);
  return row.ok ? row.contact : null;
}
