import {
  ContactCells,
  FIRST_OWN,
  PHONE_NUMBER,
  RECOMMENDED_PHONE,
  WITHOUT_LAST_NAME,
  type OwnCells,
} from './contact-cells.ts';
import { columnNames, CONTACT_COLUMNS, type ContactField, readHeader } from './columns/contact-columns.ts';
import { doNotCallFlags, ownFlag, setFlag } from './columns/do-not-call-flags.ts';
import { CsvRecord } from './csv-record.ts';
import { MAX_OWN_CELL_LENGTH, ownValue, type OwnColumn } from './columns/own-columns.ts';
import { columnWithoutCode } from './country-codes.ts';
import type { LineError } from '#shared/error-codes.ts';
import { mayBeInvalid, messageShape, messageErrorOf } from '#shared/messages/validate-message.ts';
import { dialledCodes, listedDigits, readRecommended } from './phone-number.ts';
import type { ListWarnings } from './list-warnings.ts';
import { rowProblems } from './row-problems.ts';
import { noteRowWarnings } from './row-warnings.ts';
import { SeenValues } from './seen-values.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';

/**
 * A valid contact: cells trimmed, names capitalised, PhoneNumber as E.164, RecommendedPhone ready to dial, State and Country
 * as two letters where they are known.
 */
export type Contact = ContactInput;

/**
 * `otherColumns` names the columns that are not Hark's, as the file writes them; `own` has those of them that are read.
 */
export type HeaderCheck =
  | { ok: true; columns: ContactField[]; otherColumns: string[]; own: readonly OwnColumn[] }
  | { ok: false; errors: LineError[] };
export type RowCheck = { ok: true; contact: Contact } | { ok: false; errors: readonly LineError[] };

export interface ContactListChecker {
  /** Checks the header and stores the column positions; call it before `row`. */
  header(cells: readonly string[]): HeaderCheck;
  /** Prepares for about this many records. */
  expect(records: number): void;
  /** Checks one record. `index` is its 0-based position below the header, blank records not counted. */
  row(record: CsvRecord, index: number): RowCheck;
  /** Returns the errors of one record without building a contact; empty for a valid one. */
  problems(record: CsvRecord, index: number): readonly LineError[];
  /** Lengths of the cells of the last checked record: of `CONTACT_COLUMNS`, then of the own columns that are read. */
  readonly lengths: Int32Array;
  /** Checks a contact of a JSON payload by the same rules. */
  fromPayload(contact: ContactInput, index: number): RowCheck;
  /** Returns the errors of a contact of a JSON payload, as `problems` does. */
  payloadProblems(contact: ContactInput, index: number): readonly LineError[];
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
  /** The own columns to read: all with cells of any length, or those with these names; none by default. */
  own?: 'all' | readonly string[];
  /** Receives what is odd about the valid contacts of this list, in place of earlier warnings. */
  warnings?: ListWarnings;
  /** RecommendedPhone may be written in any form that PhoneNumber may: the file is matched to Hark's columns. */
  anyPhoneForm?: boolean;
  /** People without a last name are contacts, too. */
  lastNameOptional?: boolean;
  /** Rows with errors are left out: they make no others duplicates. Otherwise they do, as the list is refused. */
  leavesOutInvalid?: boolean;
  /** Hash seed for untrusted lists: 32 unpredictable bits (`PhoneBook`). */
  seed?: number;
}

/**
 * Creates a checker for one contact list, for browser and server. It stores the ids and phone numbers of the list, so
 * records must come in order. Each cell is scanned once and valid rows allocate nothing.
 */
export function createContactListChecker(options: ContactListCheckerOptions = {}): ContactListChecker {
  const { known, message = '', own = [], warnings, anyPhoneForm = false, leavesOutInvalid = false } = options;
  const required = options.lastNameOptional === true ? WITHOUT_LAST_NAME : undefined;
  warnings?.clear();
  const seen = new SeenValues(options.seed);
  const payload = new CsvRecord();
  /** Cells of the current row; a JSON payload has every column in order. */
  let cells = new ContactCells([...CONTACT_COLUMNS.keys()], payloadColumns(own), required);
  let shape = messageShape(message, namesOf(cells.own));
  let flags = doNotCallFlags([]);

  function check(
    isValid: boolean,
    index: number,
    row: CsvRecord | ContactInput,
    anyForm = anyPhoneForm,
  ): readonly LineError[] {
    const dialled = dialledIn(cells, anyForm);
    const flag = row instanceof CsvRecord ? setFlag(flags, row, dialled) : ownFlag(row.custom, dialled);
    const listed = listedIn(cells);
    // In a list that is refused the later of two equal numbers is the duplicate, whatever the earlier row is.
    if (leavesOutInvalid) seen.find(cells, listed, dialled);
    else seen.note(cells, listed, dialled, index);
    const isKnown = known !== undefined && isStored(known, listed, dialled);
    const hasNumbers = dialled !== 0 && listed !== 0;
    const withoutCode = hasNumbers ? columnWithoutCode(cells) : undefined;
    const isCallable = hasNumbers && withoutCode === undefined && flag === undefined;
    if (isValid && isCallable && seen.isNew && !isKnown) {
      const errors = messageErrors(index);
      if (errors.length > 0) return errors;
      if (leavesOutInvalid) seen.note(cells, listed, dialled, index);
      if (warnings !== undefined) noteRowWarnings(warnings, cells, index + 2);
      return errors;
    }
    const checked = { listed, dialled, seen, isKnown, flag, anyForm, withoutCode };
    return rowProblems(cells, checked).map((problem) => ({ line: index + 2, ...problem }));
  }

  /** Errors of an otherwise valid contact whose rendered message is invalid. */
  function messageErrors(index: number): readonly LineError[] {
    if (message === '' || !mayBeInvalid(shape, cells.lengths)) return NO_ERRORS;
    const problem = messageErrorOf(message, cells.contact());
    return problem === null ? NO_ERRORS : [{ line: index + 2, message: problem }];
  }

  function asRow(errors: readonly LineError[]): RowCheck {
    return errors.length === 0 ? { ok: true, contact: cells.contact() } : { ok: false, errors };
  }

  function checkPayload(contact: ContactInput, index: number): readonly LineError[] {
    const ownValues = cells.own.columns.map(({ name }) => ownValue(contact.custom, name));
    payload.set([...CONTACT_COLUMNS.map(({ field }) => contact[field]), ...ownValues]);
    return check(cells.read(payload), index, contact, true);
  }

  const checkRecord = (record: CsvRecord, index: number) => check(cells.read(record), index, record);

  return {
    get lengths() {
      return cells.lengths;
    },
    header(headers) {
      const reading = readHeader(headers);
      if (!reading.ok) return { ok: false, errors: [{ line: 1, message: reading.message }] };
      cells = new ContactCells(reading.positions, ownCells(reading.own, own), required);
      shape = messageShape(message, namesOf(cells.own));
      flags = doNotCallFlags(columnNames(headers), reading.positions);
      const present = CONTACT_COLUMNS.filter((_, column) => reading.positions[column] !== -1);
      const columns = present.map(({ field }) => field);
      return { ok: true, columns, otherColumns: reading.others, own: cells.own.columns };
    },
    expect: (records) => {
      seen.reserve(records);
    },
    row: (record, index) => asRow(checkRecord(record, index)),
    problems: checkRecord,
    fromPayload: (contact, index) => asRow(checkPayload(contact, index)),
    payloadProblems: checkPayload,
  };
}

function isStored(numbers: KnownNumbers, listed: number, dialled: number): boolean {
  return numbers.dialled.has(String(dialled)) || numbers.listed.has(String(listed));
}

/** Returns the PhoneNumber as an integer; 0 if it is none. */
function listedIn(cells: ContactCells): number {
  const { codes, starts, lengths } = cells;
  const start = starts[PHONE_NUMBER] ?? 0;
  const end = start + (lengths[PHONE_NUMBER] ?? 0);
  // Nearly all are in the form of E.164.
  const usual = codes[start] === PLUS ? dialledCodes(codes, start + 1, end) : 0;
  return usual || listedDigits(cells.cell(PHONE_NUMBER));
}

/** Returns the RecommendedPhone as an integer; 0 if it is none. */
function dialledIn(cells: ContactCells, anyForm: boolean): number {
  const start = cells.starts[RECOMMENDED_PHONE] ?? 0;
  const usual = dialledCodes(cells.codes, start, start + (cells.lengths[RECOMMENDED_PHONE] ?? 0));
  if (usual !== 0) return usual;
  const read = readRecommended(cells.cell(RECOMMENDED_PHONE), anyForm);
  return read.ok ? Number(read.digits) : 0;
}

const PLUS = 0x2b;

const NO_ERRORS: readonly LineError[] = [];

/** Returns which own columns of a file are read. */
export function ownCells(columns: readonly OwnColumn[], wanted: 'all' | readonly string[]): OwnCells {
  if (wanted === 'all') return { columns, maxLength: Infinity };
  return { columns: columns.filter(({ name }) => wanted.includes(name)), maxLength: MAX_OWN_CELL_LENGTH };
}

/** A payload names its own columns as a message does; they come after the others. */
function payloadColumns(wanted: 'all' | readonly string[]): OwnCells {
  const names = wanted === 'all' ? [] : wanted;
  const columns = names.map((name, at) => ({ name, header: name, position: FIRST_OWN + at }));
  return { columns, maxLength: MAX_OWN_CELL_LENGTH };
}

function namesOf({ columns }: OwnCells): string[] {
  return columns.map(({ name }) => name);
}
