import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { columnNames, CONTACT_COLUMNS } from './contact-columns.ts';
import { CsvReader } from '#shared/contacts/csv-reader.ts';
import { CsvRecord } from '#shared/contacts/csv-record.ts';
import { likelyHeader } from './header-row.ts';
import { matchRecords } from './match-records.ts';
import { suggestMapping } from './suggest-mapping.ts';

const FOLDER = new URL('../../fixtures/exports/', import.meta.url);

function rowsOf(file: string): string[][] {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const rows: string[][] = [];
  new CsvReader('\n', text.includes('\t') ? '\t' : ',').end(text, (record) => rows.push(record.cells()));
  return rows;
}

/** Reads an export as the import does: the headers it finds, the mapping that it proposes. */
function proposalFor(rows: string[][]) {
  const at = likelyHeader(rows);
  const names = columnNames(rows[at] ?? []);
  const below = rows.slice(at + 1);
  const cells = names.map((_, column) => below.map((row) => row[column] ?? ''));
  const { mapping, phones } = suggestMapping(names, cells, at + 1);
  const nameOf = (position: number) => names[position];
  const fields = CONTACT_COLUMNS.flatMap(({ header }, column) => {
    const position = mapping.positions[column] ?? -1;
    return position === -1 ? [] : [[header, nameOf(position)] as const];
  });
  return { mapping, proposed: Object.fromEntries(fields), asked: phones.map(nameOf) };
}

const BOTH = (name: string) => ({ PhoneNumber: name, RecommendedPhone: name });
const NAMES = (first: string, last: string) => ({ FirstName: first, LastName: last });

const EXPECTED: Record<string, Record<string, string>> = {
  'activecampaign.csv': {
    id: 'ID',
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Phone'),
    Email: 'Email',
    Company: 'Account Name',
  },
  'apple.csv': {
    ...NAMES('First name', 'Last name'),
    ...BOTH('iPhone'),
    Email: 'Home Email',
    Company: 'Organization',
    Address1: 'Home Street',
    City: 'Home City',
    State: 'Home State',
    Zipcode: 'Home ZIP',
    Country: 'Home Country',
  },
  'constant-contact.csv': {
    ...NAMES('First name', 'Last name'),
    ...BOTH('Phone - mobile'),
    Email: 'Email address',
    Company: 'Company',
    Address1: 'Street address line 1 - Home',
    Address2: 'Street address line 2 - Home',
    City: 'City - Home',
    State: 'State/Province - Home',
    Zipcode: 'Zip/Postal Code - Home',
    Country: 'Country - Home',
  },
  'google-old.csv': {
    ...NAMES('Given Name', 'Family Name'),
    ...BOTH('Phone 1 - Value'),
    Email: 'E-mail 1 - Value',
    Company: 'Organization 1 - Name',
    Address1: 'Address 1 - Street',
    City: 'Address 1 - City',
    State: 'Address 1 - Region',
    Zipcode: 'Address 1 - Postal Code',
    Country: 'Address 1 - Country',
    Address2: 'Address 1 - Extended Address',
  },
  'google.csv': {
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Phone 1 - Value'),
    Email: 'E-mail 1 - Value',
    Company: 'Organization Name',
    Address1: 'Address 1 - Street',
    City: 'Address 1 - City',
    State: 'Address 1 - Region',
    Zipcode: 'Address 1 - Postal Code',
    Country: 'Address 1 - Country',
    Address2: 'Address 1 - Extended Address',
  },
  'hubspot.csv': {
    id: 'Record ID - Contact',
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Mobile Phone Number'),
    Email: 'Email',
    Company: 'Associated Company',
    Address1: 'Street Address',
    City: 'City',
    State: 'State/Region',
    Zipcode: 'Postal Code',
    Country: 'Country/Region',
  },
  'mailchimp.csv': {
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Phone Number'),
    Email: 'Email Address',
    Address1: 'Address',
    State: 'REGION',
  },
  'meta-lead-ads.csv': {
    id: 'id',
    ...NAMES('full_name', 'full_name'),
    ...BOTH('phone_number'),
    Email: 'email',
    City: 'city',
  },
  'outlook.csv': {
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Mobile Phone'),
    Email: 'E-mail Address',
    Company: 'Company',
    Address1: 'Home Street',
    Address2: 'Home Street 2',
    City: 'Home City',
    State: 'Home State',
    Zipcode: 'Home Postal Code',
    Country: 'Home Country/Region',
  },
  'outlook-german.csv': {
    ...NAMES('Vorname', 'Nachname'),
    ...BOTH('Mobiltelefon'),
    Email: 'E-Mail-Adresse',
    Company: 'Firma',
    Address1: 'Straße privat',
    Address2: 'Straße privat 2',
    City: 'Ort privat',
    State: 'Bundesland/Kanton privat',
    Zipcode: 'Postleitzahl privat',
    Country: 'Land/Region privat',
  },
  'pipedrive.csv': {
    id: 'Person - ID',
    ...NAMES('Person - Name', 'Person - Name'),
    ...BOTH('Person - Phone - Mobile'),
    Email: 'Person - Email - Work',
    Company: 'Person - Organization',
  },
  'quickbooks.csv': {
    ...NAMES('Customer full name', 'Customer full name'),
    ...BOTH('Phone numbers'),
    Email: 'Email',
    Address1: 'Bill address',
    City: 'Bill city',
    State: 'Bill state',
    Zipcode: 'Bill zip',
  },
  'salesforce-data.csv': {
    id: 'ID',
    ...NAMES('FIRSTNAME', 'LASTNAME'),
    ...BOTH('MOBILEPHONE'),
    Email: 'EMAIL',
    Address1: 'MAILINGSTREET',
    City: 'MAILINGCITY',
    State: 'MAILINGSTATE',
    Zipcode: 'MAILINGPOSTALCODE',
    Country: 'MAILINGCOUNTRY',
  },
  'salesforce-report.csv': {
    id: 'Contact ID',
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Mobile'),
    Email: 'Email',
    Company: 'Account Name',
    Address1: 'Mailing Street',
    City: 'Mailing City',
    State: 'Mailing State/Province',
    Zipcode: 'Mailing Zip/Postal Code',
    Country: 'Mailing Country',
  },
  'shopify.csv': {
    id: 'Customer ID',
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Phone'),
    Email: 'Email',
    Company: 'Default Address Company',
    Address1: 'Default Address Address1',
    Address2: 'Default Address Address2',
    City: 'Default Address City',
    State: 'Default Address Province Code',
    Zipcode: 'Default Address Zip',
    Country: 'Default Address Country Code',
  },
  'square.csv': {
    id: 'Square Customer ID',
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Phone Number'),
    Email: 'Email Address',
    Company: 'Company Name',
    Address1: 'Street Address 1',
    Address2: 'Street Address 2',
    City: 'City',
    State: 'State',
    Zipcode: 'Postal Code',
  },
  'stripe.csv': {
    id: 'id',
    ...NAMES('Name', 'Name'),
    ...BOTH('Phone'),
    Email: 'Email',
    Address1: 'Card Address Line1',
    Address2: 'Card Address Line2',
    City: 'Card Address City',
    State: 'Card Address State',
    Zipcode: 'Card Address Zip',
    Country: 'Card Address Country',
  },
  'woocommerce.csv': {
    id: 'ID',
    ...NAMES('first_name', 'last_name'),
    ...BOTH('billing_phone'),
    Email: 'user_email',
    Company: 'billing_company',
    Address1: 'billing_address_1',
    Address2: 'billing_address_2',
    City: 'billing_city',
    State: 'billing_state',
    Zipcode: 'billing_postcode',
    Country: 'billing_country',
  },
  'zoho.csv': {
    id: 'Record Id',
    ...NAMES('First Name', 'Last Name'),
    ...BOTH('Phone'),
    Email: 'Email',
    Company: 'Account Name',
    Address1: 'Mailing Street',
    City: 'Mailing City',
    State: 'Mailing State',
    Zipcode: 'Mailing Zip',
    Country: 'Mailing Country',
  },
};

test('every export has its expectation', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
  expect(files.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

test.each(Object.entries(EXPECTED))('%s is matched, with the person’s own phone', (file, expected) => {
  const rows = rowsOf(file);
  const { mapping, proposed, asked } = proposalFor(rows);
  expect(asked).toEqual([]);
  expect(proposed).toEqual(expected);
  const matched: string[][] = [];
  const take = matchRecords(mapping, (record) => {
    if (!record.isBlank) matched.push(record.cells());
  });
  for (const cells of rows) take(CsvRecord.of(cells));
  expect(matched.slice(1).map(([, first, last, , dialled]) => [first, last, dialled])).toEqual([
    ['Ana', 'Diaz', '14085550101'],
    ['Ben', 'Lee', '14085550102'],
    ['Cleo', 'Okafor', '14085550103'],
  ]);
});
