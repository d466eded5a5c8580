import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { ownColumnsOf, type OwnColumn } from './own-columns.ts';

export type ContactField = Exclude<keyof ContactInput, 'custom'>;

/** A column of a contact list: its CSV header and the payload field that it fills. */
export interface ContactColumn {
  header: string;
  field: ContactField;
  required: boolean;
}

const required = (header: string, field: ContactField): ContactColumn => ({ header, field, required: true });
const optional = (header: string, field: ContactField): ContactColumn => ({ header, field, required: false });

/** All supported columns, in the order of the sample file, which lacks `Email` and `Company`. */
export const CONTACT_COLUMNS: readonly ContactColumn[] = [
  required('id', 'id'),
  required('FirstName', 'first_name'),
  required('LastName', 'last_name'),
  required('PhoneNumber', 'phone_number'),
  required('RecommendedPhone', 'recommended_phone'),
  optional('Address1', 'address1'),
  optional('Address2', 'address2'),
  optional('City', 'city'),
  optional('State', 'state'),
  optional('Zipcode', 'zipcode'),
  optional('Country', 'country'),
  optional('Email', 'email'),
  optional('Company', 'company_name'),
];

const SAMPLE_CELLS = [
  '1',
  'Jane',
  'Doe',
  '+12345551234',
  '14085551234',
  '123 Main St',
  'Apt 4',
  'San Jose',
  'CA',
  '95112',
  'US',
];

/** Returns the sample file: the documented columns and one row. */
export function sampleCsv(): string {
  const headers = CONTACT_COLUMNS.slice(0, SAMPLE_CELLS.length).map((column) => column.header);
  return `${headers.join(',')}\r\n${SAMPLE_CELLS.join(',')}\r\n`;
}

/** Returns the sample's file name `{name}_sample.csv`; characters not allowed in file names become `_`. */
export function sampleFileName(campaignName: string): string {
  const name = campaignName.trim().replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
  return `${name === '' ? 'contacts' : name}_sample.csv`;
}

/** Maximum number of columns in a file; real lists have about a dozen. */
export const MAX_COLUMNS = 1_000;

/**
 * `others` names the columns of the file that are not in `CONTACT_COLUMNS`, each once, as they are written; `own` has those
 * of them that a message can use.
 */
export type HeaderReading =
  { ok: true; positions: number[]; others: string[]; own: OwnColumn[] } | { ok: false; message: string };

/**
 * Maps each of `CONTACT_COLUMNS` to its position in the header record, -1 if absent. Ignores case, surrounding
 * spaces, a byte order mark and empty columns at the end.
 */
export function readHeader(cells: readonly string[]): HeaderReading {
  // A million names are counted, but not read.
  if (countNamed(cells) > MAX_COLUMNS) {
    return { ok: false, message: `Invalid headers: more than ${String(MAX_COLUMNS)} columns` };
  }
  const written = columnNames(cells);
  const names = written.map((name) => name.toLowerCase());
  const positions = CONTACT_COLUMNS.map(({ header }) => names.indexOf(header.toLowerCase()));
  if (CONTACT_COLUMNS.some(({ required }, column) => required && positions[column] === -1)) {
    return { ok: false, message: 'Invalid headers' };
  }
  const isTwice = ({ header }: ContactColumn, column: number) =>
    names.lastIndexOf(header.toLowerCase()) !== positions[column];
  const twice = CONTACT_COLUMNS.find(isTwice);
  if (twice !== undefined) return { ok: false, message: `Invalid headers: ${twice.header} appears twice` };
  const others = written.filter((name, at) => name !== '' && !positions.includes(at));
  return { ok: true, positions, others: [...new Set(others)], own: ownColumnsOf(written, positions) };
}

/** Returns the trimmed names of a header record, without empty ones at its end, which spreadsheets may add. */
export function columnNames(cells: readonly string[]): string[] {
  return cells.slice(0, countNamed(cells)).map(nameOf);
}

function countNamed(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => nameOf(cell) !== '') + 1;
}

function nameOf(cell: string): string {
  return cell.replace(/^\uFEFF/, '').trim();
}
