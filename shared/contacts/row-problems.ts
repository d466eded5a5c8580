import {
  type ContactCells,
  COUNTRY,
  FIRST_OWN,
  ID,
  PHONE_NUMBER,
  RECOMMENDED_PHONE,
} from './contact-cells.ts';
import { MAX_CELL_LENGTH } from '#shared/limits.ts';
import { CONTACT_COLUMNS, MAX_COLUMNS } from './columns/contact-columns.ts';
import type { SetFlag } from './columns/do-not-call-flags.ts';
import { TooManyCellsError, type MalformedCsvError } from './malformed-csv.ts';
import type { LineError } from '#shared/error-codes.ts';
import { NEW } from './phone-book.ts';
import { firstNumber, phoneProblem, readNumber, readRecommended, type PhoneReading } from './phone-number.ts';
import type { SeenValues } from './seen-values.ts';

/** The numbers of a row, and the indexes of the records that had the same values before or `NEW`. */
interface CheckedRow {
  /** The two numbers as integers; 0 for none. */
  listed: number;
  dialled: number;
  seen: Pick<SeenValues, 'sameId' | 'sameListed' | 'sameDialled'>;
  /** Whether the campaign has one of the numbers already. */
  isKnown: boolean;
  /** The column by which the person must not be called. */
  flag: SetFlag | undefined;
  /** Whether RecommendedPhone may be written in any form. */
  anyForm: boolean;
  /** The column of a number that lacks the code of the row's country, if one does. */
  withoutCode: number | undefined;
}

type RowProblem = Omit<LineError, 'line'>;

/** Returns an error with its row in a spreadsheet, if that differs from its line. */
export function inRow(error: LineError, row: number): LineError {
  return row === error.line ? error : { ...error, row };
}

/** Returns the error of a file whose header cannot be parsed, or that has none. */
export function headerError(error?: MalformedCsvError): LineError {
  const tooMany = error instanceof TooManyCellsError ? `: more than ${String(MAX_COLUMNS)} columns` : '';
  return { line: 1, message: `Invalid headers${tooMany}` };
}

/** Returns what is wrong with a row, with the cells that are. */
export function rowProblems(cells: ContactCells, row: CheckedRow): RowProblem[] {
  const { listed, dialled, isKnown, flag, anyForm, withoutCode } = row;
  const { sameId, sameListed, sameDialled } = row.seen;
  const samePhone = sameListed === NEW ? sameDialled : sameListed;
  const at = (column: number) => ({ value: shortened(cells.cell(column)) });
  const since = (index: number) => (index === NEW ? {} : { first_line: index + 2 });
  const problems = cellProblems(cells);
  const report = (isWrong: boolean, problem: () => RowProblem) => {
    if (isWrong) problems.push(problem());
  };
  const isFilled = (column: number) => (cells.lengths[column] ?? 0) > 0;
  report(sameId !== NEW, () => ({ message: 'Duplicate id', ...at(ID), ...since(sameId) }));
  const listedProblem =
    listed === 0 ? problemOf(readNumber(firstNumber(cells.cell(PHONE_NUMBER))), NO_NUMBER) : '';
  report(listedProblem !== '' && isFilled(PHONE_NUMBER), () => ({
    message: listedProblem,
    ...at(PHONE_NUMBER),
  }));
  report(samePhone !== NEW || isKnown, () => ({
    message: 'Duplicate phone number',
    ...at(sameListed === NEW && sameDialled !== NEW ? RECOMMENDED_PHONE : PHONE_NUMBER),
    ...since(samePhone),
  }));
  const dialledProblem =
    dialled === 0 ? problemOf(readRecommended(cells.cell(RECOMMENDED_PHONE), anyForm), NOT_DIALLED) : '';
  // An area code that is not called is one problem of the row.
  report(dialledProblem !== '' && dialledProblem !== listedProblem && isFilled(RECOMMENDED_PHONE), () => ({
    message: dialledProblem,
    ...at(RECOMMENDED_PHONE),
  }));
  report(withoutCode !== undefined, () => ({
    message: `Country is ${shortened(cells.cell(COUNTRY))}: write the number with + and its country code`,
    ...at(withoutCode ?? PHONE_NUMBER),
  }));
  if (flag !== undefined) problems.push({ message: flagProblem(flag), value: shortened(flag.value) });
  return problems;
}

/** Returns what is wrong with a contact for whom a flag is set. */
export function flagProblem({ header }: SetFlag): string {
  return `“${header}” is set for this contact`;
}

const NO_NUMBER = 'Invalid phone number format';
const NOT_DIALLED = 'Invalid recommended phone format';

function problemOf(read: PhoneReading, lead: string): string {
  if (read.ok) return '';
  // The documents fix the text for a number without the eleven digits.
  return lead === NOT_DIALLED && read.fault.kind === 'digits' ? lead : phoneProblem(read.fault, lead);
}

/** Returns the problems of a row whose two numbers are in one cell: what is wrong with it is said once. */
export function withPhoneOnce(problems: readonly LineError[]): readonly LineError[] {
  const listed = problems.find(({ message }) => message.startsWith(NO_NUMBER));
  if (listed === undefined) return problems;
  return problems.filter(({ message, value }) => !message.startsWith(NOT_DIALLED) || value !== listed.value);
}

function cellProblems(cells: ContactCells): RowProblem[] {
  const { lengths, own, required } = cells;
  const problems = CONTACT_COLUMNS.flatMap(({ header }, column) => {
    const length = lengths[column] ?? 0;
    if (length === 0) return required[column] === 1 ? [{ message: `Missing ${header}` }] : [];
    return tooLong(header, length, MAX_CELL_LENGTH);
  });
  const ofOwn = own.columns.flatMap(({ header }, at) =>
    tooLong(header, lengths[FIRST_OWN + at] ?? 0, own.maxLength),
  );
  return [...problems, ...ofOwn];
}

function tooLong(header: string, length: number, most: number): RowProblem[] {
  return length > most ? [{ message: `${header} is longer than ${String(most)} characters` }] : [];
}

const MAX_SHOWN = 40;

function shortened(cell: string): string {
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
}
