import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { csvLine } from '#shared/csv-line.ts';

const HEADER =
  'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,Address2,City,State,Zipcode,Country';
/** As many cells as the header has. */
const CELLS = 11;
const ROWS_A_PART = 5_000;
const FIRST_NAMES = ['ana', 'Sarah', 'JOHN', 'Mary', 'luis'];
const LAST_NAMES = ['LEE', 'Lopez', 'smith', 'Okafor', 'Nguyen', 'Haddad', 'Meyer'];

/** Returns the contact at an index; phone numbers are unique. */
export function benchContact(index: number): Contact {
  const phone = String(12_000_000_000 + index);
  return {
    id: `c${String(index).padStart(7, '0')}`,
    first_name: FIRST_NAMES[index % FIRST_NAMES.length] ?? '',
    last_name: LAST_NAMES[index % LAST_NAMES.length] ?? '',
    phone_number: `+${phone}`,
    recommended_phone: phone,
    address1: `${String((index % 9_000) + 1)} Main St`,
    address2: index % 5 === 0 ? `Suite ${String(index % 400)}, Floor 2` : '',
    city: 'San Jose',
    state: 'CA',
    zipcode: String(90_000 + (index % 9_000)),
    country: 'US',
    email: '',
    company_name: '',
  };
}

/** Yields a CSV file of `count` contacts in chunks of some thousand rows; cells with a comma are quoted. */
export function* csvOf(
  count: number,
  contactAt: (index: number) => Contact = benchContact,
): Generator<string> {
  const line = (contact: Contact) => csvLine(Object.values(contact).slice(0, CELLS).map(String), '\n');
  yield `${HEADER}\n`;
  for (let from = 0; from < count; from += ROWS_A_PART) {
    const size = Math.min(ROWS_A_PART, count - from);
    yield Array.from({ length: size }, (_, at) => line(contactAt(from + at))).join('');
  }
}

/** Writes a CSV file of `count` contacts. */
export function writeList(path: string, count: number, contactAt = benchContact): Promise<void> {
  return pipeline(Readable.from(csvOf(count, contactAt)), createWriteStream(path));
}

/** Returns the form of a request with a contact list and other fields. */
export function formOf(file: Blob, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('csv_file', file, 'contacts.csv');
  return form;
}
