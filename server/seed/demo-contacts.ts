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
/** Last four digits for which the local carrier reports a failure. */
const FAILING_SUFFIXES = [2, 4, 5, 6, 7];
const NUMBERS_PER_EXCHANGE = 9_900;
/** Maximum number of failing contacts in a list, limited by the numbers available. */
export const MAX_FAILING = 3_000;

/**
 * Returns `count` generated contacts, always the same ones. `failing` of them (at most `MAX_FAILING`), evenly spread,
 * have numbers that the local carrier reports as failed. Different area codes (200-999) never share a number.
 */
export function demoContacts(count: number, areaCode: number, failing: number): ContactInput[] {
  const interval = failing === 0 ? Infinity : Math.floor(count / failing);
  return Array.from({ length: count }, (_, i) => {
    const fails = i % interval === interval - 1;
    return demoContact(
      i,
      `1${String(areaCode)}${fails ? undeliverableNumber(Math.floor(i / interval)) : deliverableNumber(i)}`,
    );
  });
}

/** Returns the `i`th seven-digit number with a successful delivery. */
function deliverableNumber(i: number): string {
  return `${String(200 + Math.floor(i / NUMBERS_PER_EXCHANGE))}${String(100 + (i % NUMBERS_PER_EXCHANGE)).padStart(4, '0')}`;
}

/** Returns the `i`th seven-digit number with a failed delivery. */
function undeliverableNumber(i: number): string {
  const suffix = FAILING_SUFFIXES[i % FAILING_SUFFIXES.length] ?? 4;
  return `${String(200 + Math.floor(i / FAILING_SUFFIXES.length))}${String(suffix).padStart(4, '0')}`;
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
