import { CONTACT_COLUMNS, type ContactField } from './contact-columns.ts';
import { readHeader } from './contact-header.ts';
import type { LineError } from './error-codes.ts';
import { PhoneBook } from './phone-book.ts';
import { isDialled } from './phone-number.ts';
import type { ContactInput } from './schemas/campaigns.ts';

/** A contact that keeps all rules: cells trimmed, names capitalised, RecommendedPhone fit to be dialled. */
export type Contact = ContactInput;

/** The most characters a cell that is read may have. */
export const MAX_CELL_LENGTH = 500;

export type HeaderCheck = { ok: true; columns: ContactField[] } | { ok: false; errors: LineError[] };
export type RowCheck = { ok: true; contact: Contact } | { ok: false; errors: LineError[] };

export interface ContactListChecker {
  /** Checks the first record and learns where each column stands; call it before `row`. */
  header(cells: readonly string[]): HeaderCheck;
  /** Checks one record; `index` counts the records below the header from 0, blank ones (`isBlankRecord`) left out. */
  row(cells: readonly string[], index: number): RowCheck;
  /** Checks one record without making a contact of it: what is wrong with it, nothing for a good one. */
  problems(cells: readonly string[], index: number): LineError[];
  /** Checks a contact of the JSON payload by the same rules. */
  fromPayload(contact: ContactInput, index: number): RowCheck;
}

export interface ContactListCheckerOptions {
  /** Whether a number, as dialled, belongs to a contact that the campaign already has. */
  hasPhone?: (phone: string) => boolean;
}

/**
 * Checks a contact list record by record (B §5, contract §6 "Contact rules"), for browser and server alike.
 * It remembers the phone numbers it has seen: one checker a list, records in their order. Lists of a million pass
 * here, so it works on plain arrays and makes nothing that a good row does not need.
 */
export function createContactListChecker(options: ContactListCheckerOptions = {}): ContactListChecker {
  const seen = new PhoneBook();
  const hasPhone = options.hasPhone ?? (() => false);
  let positions: readonly number[] = [];
  /** The trimmed cells of the row at hand, in the order of `CONTACT_COLUMNS`; used again for every row. */
  const cells: string[] = CONTACT_COLUMNS.map(() => '');

  /** Both numbers are noted even when the row is at fault: the later of two equal ones is the duplicate. */
  function isDuplicate(listed: string, dialled: string): boolean {
    const canBeDialled = isDialled(dialled);
    const isNoted = seen.note(listed, canBeDialled ? dialled : '');
    return isNoted || (canBeDialled && hasPhone(dialled));
  }

  function read(record: readonly string[]): void {
    for (let column = 0; column < cells.length; column++) {
      cells[column] = trimmed(record[positions[column] ?? -1] ?? '');
    }
  }

  function problemsOfCells(index: number): LineError[] {
    const listed = cells[PHONE_NUMBER] ?? '';
    const dialled = cells[RECOMMENDED_PHONE] ?? '';
    const messages = cellProblems(cells);
    if (isDuplicate(listed, dialled)) messages.push('Duplicate phone number');
    if (dialled !== '' && !isDialled(dialled)) messages.push('Invalid recommended phone format');
    return messages.length === 0 ? NO_ERRORS : messages.map((message) => ({ line: index + 2, message }));
  }

  function check(index: number): RowCheck {
    const errors = problemsOfCells(index);
    return errors.length === 0 ? { ok: true, contact: toContact(cells) } : { ok: false, errors };
  }

  return {
    header(headers) {
      const reading = readHeader(headers);
      if (!reading.ok) return { ok: false, errors: [{ line: 1, message: reading.message }] };
      positions = reading.positions;
      const present = CONTACT_COLUMNS.filter((_, column) => reading.positions[column] !== -1);
      return { ok: true, columns: present.map(({ field }) => field) };
    },
    row(record, index) {
      read(record);
      return check(index);
    },
    problems(record, index) {
      read(record);
      return problemsOfCells(index);
    },
    fromPayload(contact, index) {
      CONTACT_COLUMNS.forEach(({ field }, column) => {
        cells[column] = contact[field].trim();
      });
      return check(index);
    },
  };
}

/** Checks the contacts of a JSON payload; `contacts` holds the good ones, `errors` all that is wrong, in order. */
export function checkContacts(
  contacts: readonly ContactInput[],
  options: ContactListCheckerOptions = {},
): { contacts: Contact[]; errors: LineError[] } {
  const checker = createContactListChecker(options);
  const result: { contacts: Contact[]; errors: LineError[] } = { contacts: [], errors: [] };
  contacts.forEach((contact, index) => {
    const checked = checker.fromPayload(contact, index);
    if (checked.ok) result.contacts.push(checked.contact);
    else result.errors.push(...checked.errors);
  });
  return result;
}

/** Whether a record holds nothing at all: such records are skipped and not counted. */
export function isBlankRecord(record: readonly string[]): boolean {
  return record.every((cell) => trimmed(cell) === '');
}

const NO_ERRORS: LineError[] = [];
const PHONE_NUMBER = CONTACT_COLUMNS.findIndex(({ field }) => field === 'phone_number');
const RECOMMENDED_PHONE = CONTACT_COLUMNS.findIndex(({ field }) => field === 'recommended_phone');
const REQUIRED = CONTACT_COLUMNS.map((column) => column.required);

function cellProblems(cells: readonly string[]): string[] {
  const messages: string[] = [];
  for (let column = 0; column < cells.length; column++) {
    const length = cells[column]?.length ?? 0;
    if (length === 0 ? REQUIRED[column] === true : length > MAX_CELL_LENGTH) {
      const header = CONTACT_COLUMNS[column]?.header ?? '';
      messages.push(
        length === 0 ? `Missing ${header}` : `${header} is longer than ${String(MAX_CELL_LENGTH)} characters`,
      );
    }
  }
  return messages;
}

/** The contact of a good row, its cells in the order of `CONTACT_COLUMNS`. */
function toContact(cells: readonly string[]): Contact {
  return {
    id: cells[0] ?? '',
    first_name: capitalise(cells[1] ?? ''),
    last_name: capitalise(cells[2] ?? ''),
    phone_number: cells[3] ?? '',
    recommended_phone: cells[4] ?? '',
    address1: cells[5] ?? '',
    address2: cells[6] ?? '',
    city: cells[7] ?? '',
    state: cells[8] ?? '',
    zipcode: cells[9] ?? '',
    country: cells[10] ?? '',
    email: cells[11] ?? '',
    company_name: cells[12] ?? '',
  };
}

/** `trim()`, asked only where one of the outer characters may be a space: nearly every cell is spared the call. */
function trimmed(cell: string): string {
  return isVisibleAscii(cell.charCodeAt(0)) && isVisibleAscii(cell.charCodeAt(cell.length - 1))
    ? cell
    : cell.trim();
}

function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** First letter upper, the rest lower (B §5); by code point, so that no letter is cut in half. */
function capitalise(name: string): string {
  if (isCapitalisedAscii(name)) return name;
  const end = (name.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
  return name.slice(0, end).toUpperCase() + name.slice(end).toLowerCase();
}

function isCapitalisedAscii(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first < 0x41 || first > 0x5a) return false;
  for (let index = 1; index < name.length; index++) {
    const code = name.charCodeAt(index);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return true;
}
