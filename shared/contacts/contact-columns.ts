import type { ContactInput } from '#shared/schemas/campaigns.ts';

export type ContactField = keyof ContactInput;

/** A column of a contact list: its header in the CSV file and the field of the payload it fills. */
export interface ContactColumn {
  header: string;
  field: ContactField;
  required: boolean;
}

const required = (header: string, field: ContactField): ContactColumn => ({ header, field, required: true });
const optional = (header: string, field: ContactField): ContactColumn => ({ header, field, required: false });

/** Every column that is read, in the order of the sample file; `Email` and `Company` feed the details table. */
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

/** The sample file: the documented columns and one dummy row. */
export function sampleCsv(): string {
  const headers = CONTACT_COLUMNS.slice(0, SAMPLE_CELLS.length).map((column) => column.header);
  return `${headers.join(',')}\r\n${SAMPLE_CELLS.join(',')}\r\n`;
}

/** The sample's file name for a campaign: `{name}_sample.csv`; what file systems refuse becomes `_`. */
export function sampleFileName(campaignName: string): string {
  const name = campaignName.trim().replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
  return `${name === '' ? 'contacts' : name}_sample.csv`;
}
