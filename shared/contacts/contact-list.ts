import { ContactCells, MAX_CELL_LENGTH, PHONE_NUMBER, RECOMMENDED_PHONE } from './contact-cells.ts';
import { CONTACT_COLUMNS, type ContactField } from './contact-columns.ts';
import { readHeader } from './contact-header.ts';
import { CsvRecord } from './csv-record.ts';
import type { LineError } from '#shared/error-codes.ts';
import { mayBeInvalid, messageShape, messageErrorOf } from '#shared/messages/validate-message.ts';
import { listedNumber, PhoneBook, phoneDigits } from './phone-book.ts';
import { dialledDigits } from './phone-number.ts';
import type { ContactInput } from '#shared/schemas/campaigns.ts';

/** A contact that keeps all rules: cells trimmed, names capitalised, RecommendedPhone fit to be dialled. */
export type Contact = ContactInput;

export type HeaderCheck = { ok: true; columns: ContactField[] } | { ok: false; errors: LineError[] };
export type RowCheck = { ok: true; contact: Contact } | { ok: false; errors: readonly LineError[] };

export interface ContactListChecker {
  /** Checks the first record and learns where each column stands; call it before `row`. */
  header(cells: readonly string[]): HeaderCheck;
  /** Checks one record; `index` counts the records below the header from 0, blank ones left out. */
  row(record: CsvRecord, index: number): RowCheck;
  /** Checks one record without making a contact of it: what is wrong with it, nothing for a good one. */
  problems(record: CsvRecord, index: number): readonly LineError[];
  /** How many characters each cell of the record checked last has, in the order of `CONTACT_COLUMNS`. */
  readonly lengths: Int32Array;
  /** Checks a contact of the JSON payload by the same rules. */
  fromPayload(contact: ContactInput, index: number): RowCheck;
}

/** Numbers of contacts, each kind compared with its own. */
export interface KnownNumbers {
  /** By PhoneNumber, as `listedNumber` reads it. */
  listed: ReadonlySet<string>;
  /** By RecommendedPhone: 11 digits. */
  dialled: ReadonlySet<string>;
}

export interface ContactListCheckerOptions {
  /** The numbers of the contacts that the campaign already has. */
  known?: KnownNumbers;
  /** The message that every contact is to be given, where it is known already (`message-fit.ts`). */
  message?: string;
  /** Where the list is a stranger's: 32 bits that nobody can foresee (`PhoneBook`). */
  seed?: number;
}

/**
 * Checks a contact list record by record, for browser and server alike.
 * It remembers the phone numbers it has seen: one checker a list, records in their order. Lists of a million pass
 * here, so it looks at each cell once and makes nothing that a good row does not need.
 */
export function createContactListChecker(options: ContactListCheckerOptions = {}): ContactListChecker {
  const { known, message = '', seed } = options;
  const seen = new PhoneBook(seed);
  const shape = messageShape(message);
  const payload = new CsvRecord();
  /** The cells of the row at hand. The payload has every column, in their order. */
  let cells = new ContactCells([...CONTACT_COLUMNS.keys()]);

  function check(isSound: boolean, index: number): readonly LineError[] {
    const { text } = cells;
    const at = cells.starts[RECOMMENDED_PHONE] ?? 0;
    const length = cells.lengths[RECOMMENDED_PHONE] ?? 0;
    const dialled = dialledDigits(text, at, at + length);
    // Both numbers are noted even when the row is at fault: the later of two equal ones is the duplicate.
    const isNoted = note(dialled);
    const isTwice = isNoted || (known !== undefined && isKnown(known, dialled));
    if (isSound && dialled !== 0 && !isTwice) return unfit(index);
    const messages = isSound ? [] : cellProblems(cells.lengths);
    if (isTwice) messages.push('Duplicate phone number');
    if (dialled === 0 && length > 0) messages.push('Invalid recommended phone format');
    return messages.map((message) => ({ line: index + 2, message }));
  }

  /** A contact that is good but for the message. */
  function unfit(index: number): readonly LineError[] {
    if (message === '' || !mayBeInvalid(shape, cells.lengths)) return NO_ERRORS;
    const problem = messageErrorOf(message, cells.contact());
    return problem === null ? NO_ERRORS : [{ line: index + 2, message: problem }];
  }

  function isKnown({ listed, dialled }: KnownNumbers, number: number): boolean {
    return dialled.has(String(number)) || listed.has(listedNumber(cells.cell(PHONE_NUMBER)));
  }

  function note(dialled: number): boolean {
    const at = cells.starts[PHONE_NUMBER] ?? 0;
    const length = cells.lengths[PHONE_NUMBER] ?? 0;
    const listed = phoneDigits(cells.text, at, at + length);
    const isTextKnown = listed === 0 && length > 0 && seen.noteText(cells.cell(PHONE_NUMBER));
    return seen.note(listed, dialled) || isTextKnown;
  }

  function asRow(errors: readonly LineError[]): RowCheck {
    return errors.length === 0 ? { ok: true, contact: cells.contact() } : { ok: false, errors };
  }

  return {
    get lengths() {
      return cells.lengths;
    },
    header(headers) {
      const reading = readHeader(headers);
      if (!reading.ok) return { ok: false, errors: [{ line: 1, message: reading.message }] };
      cells = new ContactCells(reading.positions);
      const present = CONTACT_COLUMNS.filter((_, column) => reading.positions[column] !== -1);
      return { ok: true, columns: present.map(({ field }) => field) };
    },
    row: (record, index) => asRow(check(cells.read(record), index)),
    problems: (record, index) => check(cells.read(record), index),
    fromPayload(contact, index) {
      payload.set(CONTACT_COLUMNS.map(({ field }) => contact[field]));
      return asRow(check(cells.read(payload), index));
    },
  };
}

const NO_ERRORS: readonly LineError[] = [];

function cellProblems(lengths: Int32Array): string[] {
  return CONTACT_COLUMNS.flatMap(({ header, required }, column) => {
    const length = lengths[column] ?? 0;
    if (length === 0) return required ? [`Missing ${header}`] : [];
    return length > MAX_CELL_LENGTH ? [`${header} is longer than ${String(MAX_CELL_LENGTH)} characters`] : [];
  });
}
