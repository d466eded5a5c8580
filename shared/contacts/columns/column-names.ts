import { CONTACT_COLUMNS, type ContactField } from './contact-columns.ts';

/** Usual names of columns, letters and digits only, the most usual first. */
const USUAL_NAMES: Readonly<Record<ContactField, readonly string[]>> = {
  id: [
    'contactid',
    'customerid',
    'clientid',
    'memberid',
    'recordid',
    'userid',
    'number',
    'no',
    'nr',
    'key',
    'uid',
  ],
  first_name: [
    'first',
    'given',
    'givenname',
    'forename',
    'fname',
    'vorname',
    'prenom',
    'nombre',
    'name',
    'fullname',
  ],
  last_name: ['last', 'surname', 'family', 'familyname', 'lname', 'secondname', 'nachname', 'apellido'],
  phone_number: [
    ...['phone', 'mobile', 'cell', 'tel', 'telephone', 'phoneno', 'mobilenumber', 'mobilephone', 'cellphone'],
    ...[
      'cellnumber',
      'contactnumber',
      'primaryphone',
      'homephone',
      'workphone',
      'number',
      'telefon',
      'handy',
    ],
  ],
  recommended_phone: ['bestphone', 'preferredphone', 'dialnumber', 'dial', 'recommended'],
  address1: ['address', 'street', 'streetaddress', 'addressline1', 'street1', 'mailingaddress'],
  address2: ['addressline2', 'street2', 'unit', 'suite', 'apartment', 'apt'],
  city: ['town', 'place', 'locality', 'ort'],
  state: ['province', 'region', 'statecode', 'stateprovince'],
  zipcode: ['zip', 'postal', 'postalcode', 'postcode', 'plz'],
  country: ['countrycode', 'nation', 'land'],
  email: ['mail', 'emailaddress', 'mailaddress'],
  company_name: [
    'companyname',
    'business',
    'businessname',
    'organization',
    'organisation',
    'employer',
    'firm',
  ],
};

/** Longer names are free text, not the name of a column. */
const MAX_COMPARED_LENGTH = 40;

/**
 * Returns for each of `CONTACT_COLUMNS` the position of the most similar name in a header, -1 without one: equal up to
 * spelling, a usual name, or one with a typing error.
 */
export function nearestColumns(names: readonly string[]): number[] {
  const written = names.map(plain);
  const wanted = CONTACT_COLUMNS.map(({ header, field }) => [header.toLowerCase(), ...USUAL_NAMES[field]]);
  const exact = wanted.map((usual) => usual.map((name) => written.indexOf(name)).find((at) => at !== -1));
  return wanted.map((usual, column) => {
    const found = exact[column];
    if (found !== undefined) return found;
    const [closest] = written
      .map((name, at) => ({ at, distance: distanceTo(usual, name) }))
      .filter(({ at, distance }) => Number.isFinite(distance) && !exact.includes(at))
      .toSorted((a, b) => a.distance - b.distance);
    return closest?.at ?? -1;
  });
}

function plain(name: string): string {
  return name
    .slice(0, MAX_COMPARED_LENGTH + 1)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns how far a name is from the nearest wanted one: typing errors, or Infinity if there are too many. */
function distanceTo(wanted: readonly string[], name: string): number {
  if (name === '' || name.length > MAX_COMPARED_LENGTH) return Infinity;
  const distances = wanted.map((other) => {
    // A name within the other, such as "Customer first name", is closer than a typing error in a short one.
    if (other.length > 4 && name.includes(other)) return 1 + (name.length - other.length) / 100;
    // The beginning of a longer name is another word: "Customer" is not "Customer ID".
    if (other.startsWith(name)) return Infinity;
    const errors = editDistance(name, other);
    return errors <= Math.floor(other.length / 4) ? errors : Infinity;
  });
  return Math.min(...distances);
}

/** Returns the number of letters to insert, remove or replace to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [at, other] of Array.from(to).entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
