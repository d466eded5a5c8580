import type { ContactInput } from '#shared/schemas/campaigns.ts';

const FIRST_NAMES = [
  'Ana',
  'Zoë',
  'James',
  'Mary',
  'Łukasz',
  'Chloé',
  'Robert',
  'Linda',
  'José',
  'Siobhán',
  'Omar',
  'Grace',
];
const LAST_NAMES = [
  'Ortiz',
  'Martínez',
  'Smith',
  "O'Brien",
  'Nowak',
  'Müller',
  'Jackson',
  'Wilson',
  'García',
  'Thomas',
  'Haddad',
];
const PLACES = [
  ['Austin', 'TX', '78701'],
  ['Denver', 'CO', '80201'],
  ['Miami', 'FL', '33101'],
  ['Seattle', 'WA', '98101'],
  ['Chicago', 'IL', '60601'],
] as const;
/** Last four digits to which the local carrier cannot deliver (contract §4). */
const FAILING_LINES = [2, 4, 5, 6, 7];
const LINES = 9_900;
/** The most contacts of one list that fail: the numbers that can are no more. */
export const MAX_FAILING = 3_000;

/**
 * `count` invented contacts, the same on every call, spread evenly over which are `failing` ones (at most `MAX_FAILING`)
 * that the local carrier reports as failed. `area` (200-999) keeps the numbers of different lists apart.
 */
export function demoContacts(count: number, area: number, failing: number): ContactInput[] {
  const step = failing === 0 ? Infinity : Math.floor(count / failing);
  return Array.from({ length: count }, (_, i) => {
    const fails = i % step === step - 1;
    return demoContact(
      i,
      `1${String(area)}${fails ? failingNumber(Math.floor(i / step)) : answeringNumber(i)}`,
    );
  });
}

/** Seven digits that take a voicemail, another for each `i`. */
function answeringNumber(i: number): string {
  return `${String(200 + Math.floor(i / LINES))}${String(100 + (i % LINES)).padStart(4, '0')}`;
}

/** Seven digits that take none, another for each `i`. */
function failingNumber(i: number): string {
  const line = FAILING_LINES[i % FAILING_LINES.length] ?? 4;
  return `${String(200 + Math.floor(i / FAILING_LINES.length))}${String(line).padStart(4, '0')}`;
}

function demoContact(i: number, phone: string): ContactInput {
  const [city, state, zipcode] = PLACES[i % PLACES.length] ?? PLACES[0];
  return {
    id: `c${String(i + 1).padStart(6, '0')}`,
    first_name: FIRST_NAMES[i % FIRST_NAMES.length] ?? '',
    last_name: LAST_NAMES[i % LAST_NAMES.length] ?? '',
    phone_number: `+${phone}`,
    recommended_phone: phone,
    address1: `${String(10 + i)} Maple St`,
    address2: '',
    city,
    state,
    zipcode,
    country: 'US',
    email: `contact${String(i + 1)}@customers.example`,
    company_name: '',
  };
}
