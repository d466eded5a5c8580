import { ContactCells, MAX_CELL_LENGTH, PHONE_NUMBER, RECOMMENDED_PHONE } from './contact-cells.ts';
import { CONTACT_COLUMNS, type ContactField, readHeader } from './contact-columns.ts';
import { CsvRecord } from './csv-record.ts';
import type { LineError } from '#shared/error-codes.ts';
import { mayBeInvalid, messageShape, messageErrorOf } from '#shared/messages/validate-message.ts';
import { listedNumber, PhoneBook, phoneDigits } from './phone-book.ts';
import { dialledDigits } from './phone-number.ts';
import type { ContactInput } from '#shared/schemas/campaigns.ts';

/** A valid contact: cells trimmed, names capitalised, RecommendedPhone ready to dial. */
export type Contact = ContactInput;

export type HeaderCheck = { ok: true; columns: ContactField[] } | { ok: false; errors: LineError[] };
export type RowCheck = { ok: true; contact: Contact } | { ok: false; errors: readonly LineError[] };

export interface ContactListChecker {
  /** Checks the header and stores the column positions; call it before `row`. */
  header(cells: readonly string[]): HeaderCheck;
  /** Checks one record. `index` is its 0-based position below the header, blank records not counted. */
  row(record: CsvRecord, index: number): RowCheck;
  /** Returns the errors of one record without building a contact; empty for a valid one. */
  problems(record: CsvRecord, index: number): readonly LineError[];
  /** Lengths of the cells of the last checked record, in the order of `CONTACT_COLUMNS`. */
  readonly lengths: Int32Array;
  /** Checks a contact of a JSON payload by the same rules. */
  fromPayload(contact: ContactInput, index: number): RowCheck;
}

/** Known phone numbers; PhoneNumber and RecommendedPhone are compared separately. */
export interface KnownNumbers {
  /** PhoneNumbers, normalised by `listedNumber`. */
  listed: ReadonlySet<string>;
  /** RecommendedPhones: 11 digits. */
  dialled: ReadonlySet<string>;
}

export interface ContactListCheckerOptions {
  /** Numbers of the campaign's existing contacts. */
  known?: KnownNumbers;
  /**
   * The campaign's message, if already known; contacts it cannot be rendered for are errors
   * (`validate-message.ts`).
   */
  message?: string;
  /** Hash seed for untrusted lists: 32 unpredictable bits (`PhoneBook`). */
  seed?: number;
}

/**
 * Creates a checker for one contact list, for browser and server. It stores the phone numbers of the list, so
 * records must come in order. Each cell is scanned once and valid rows allocate nothing.
 */
export function createContactListChecker(options: ContactListCheckerOptions = {}): ContactListChecker {
  const { known, message = '', seed } = options;
  const seen = new PhoneBook(seed);
  const shape = messageShape(message);
  const payload = new CsvRecord();
  /** Cells of the current row; a JSON payload has every column in order. */
  let cells = new ContactCells([...CONTACT_COLUMNS.keys()]);

  function check(isValid: boolean, index: number): readonly LineError[] {
    const { text } = cells;
    const at = cells.starts[RECOMMENDED_PHONE] ?? 0;
    const length = cells.lengths[RECOMMENDED_PHONE] ?? 0;
    const dialled = dialledDigits(text, at, at + length);
    // Invalid rows are recorded too: the later of two equal numbers is the duplicate.
    const isRepeated = note(dialled);
    const isDuplicate = isRepeated || (known !== undefined && isKnown(known, dialled));
    if (isValid && dialled !== 0 && !isDuplicate) return messageErrors(index);
    const messages = isValid ? [] : cellProblems(cells.lengths);
    if (isDuplicate) messages.push('Duplicate phone number');
    if (dialled === 0 && length > 0) messages.push('Invalid recommended phone format');
    return messages.map((message) => ({ line: index + 2, message }));
  }

  /** Errors of an otherwise valid contact whose rendered message is invalid. */
  function messageErrors(index: number): readonly LineError[] {
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
