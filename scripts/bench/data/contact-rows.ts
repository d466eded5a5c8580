import { deliverableContact } from '#server/testing/system/campaign-drafts.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';

/** Header of a typical contact list. */
export const LIST_HEADER =
  'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,Address2,City,State,Zipcode,Country';

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

/** Yields a CSV file of `count` contacts in chunks of some thousand rows; every fifth row has a quoted cell. */
export function* csvOf(count: number): Generator<string> {
  yield `${LIST_HEADER}\n`;
  for (let from = 0; from < count; from += ROWS_A_PART) {
    const rows = Array.from({ length: Math.min(ROWS_A_PART, count - from) }, (_, at) => rowOf(from + at));
    yield rows.join('');
  }
}

/** Yields a CSV file of `count` contacts that all accept a voicemail, in chunks. */
export function* deliverableList(count: number): Generator<string> {
  yield 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,City,State,Zipcode\n';
  for (let from = 0; from < count; from += ROWS_A_PART) {
    const rows = Array.from({ length: Math.min(ROWS_A_PART, count - from) }, (_, at) => {
      const { id, first_name, last_name, phone_number, recommended_phone, ...place } = deliverableContact(
        from + at,
      );
      return [
        id,
        first_name,
        last_name,
        phone_number,
        recommended_phone,
        place.city,
        place.state,
        place.zipcode,
      ];
    });
    yield `${rows.join('\n')}\n`;
  }
}

const ROWS_A_PART = 5_000;
const FIRST_NAMES = ['ana', 'Sarah', 'JOHN', 'Mary', 'luis'];
const LAST_NAMES = ['LEE', 'Lopez', 'smith', 'Okafor', 'Nguyen', 'Haddad', 'Meyer'];

function rowOf(index: number): string {
  const { id, first_name, last_name, phone_number, recommended_phone, ...place } = benchContact(index);
  const { address1, address2, city, state, zipcode, country } = place;
  const suite = address2 === '' ? '' : `"${address2}"`;
  const cells = [id, first_name, last_name, phone_number, recommended_phone, address1, suite, city];
  return `${[...cells, state, zipcode, country].join(',')}\n`;
}
