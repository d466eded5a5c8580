import type { PlanId } from '#shared/plans.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';

/** Credentials of the demo account. It is created only together with the local emulators. */
export const DEMO_USER = {
  email: 'demo@hark.example',
  password: 'hear-the-demo',
  display_name: 'Ana Ortiz',
  company_name: 'Maple & Co.',
} as const;
/** What the demo account signs in with. */
export const DEMO_LOGIN = { email: DEMO_USER.email, password: DEMO_USER.password } as const;
/** The number that its messages give to call back. */
export const DEMO_CALLBACK_NUMBER = '8005550142';
export const DEMO_PLAN: PlanId = 'scale';
export const DEMO_VOICE = { title: 'Ana, warm', description: 'Recorded at the desk, unhurried.' } as const;

export interface DemoCampaign {
  name: string;
  message: string;
  contacts: number;
  failing: number;
  /** Area code of its generated numbers. */
  areaCode: number;
  /** Days since it was sent; negative if it is scheduled. */
  daysAgo: number;
  /** When it was sent on that day: within the calling hours of all states of its contacts. */
  hourUtc: number;
}

/** A saved contact list. */
export const DEMO_LIST = { name: 'Maple regulars', contacts: 24, areaCode: 718 } as const;

/** Three finished campaigns of the last week and a scheduled one. */
export const DEMO_CAMPAIGNS: readonly [DemoCampaign, ...DemoCampaign[]] = [
  {
    name: 'Annual check-up reminder',
    message:
      'Hi {first_name}, it is Ana from Maple Clinic. Your yearly check-up is due. Call us at 800-555-0142 and we will find a time, or to stop these messages.',
    contacts: 64,
    failing: 5,
    areaCode: 212,
    daysAgo: 5,
    hourUtc: 18,
  },
  {
    name: 'Spring open house',
    message:
      'Hi {first_name}, it is Ana from Maple Realty. We open the garden flat this Saturday at ten, and I thought of you. Call me at 800-555-0142, also to stop these messages.',
    contacts: 82,
    failing: 9,
    areaCode: 303,
    daysAgo: 3,
    hourUtc: 19,
  },
  {
    name: 'Price drop, Maple Street',
    message:
      'Hi {first_name}, Maple Realty here: the house on Maple Street in {city} has a new price. Call 800-555-0142 for a private look, or to stop these messages.',
    contacts: 48,
    failing: 3,
    areaCode: 415,
    daysAgo: 1,
    hourUtc: 20,
  },
  {
    name: 'Orientation week',
    message:
      'Hi {first_name}, this is Maple College. Orientation week begins on Monday at nine. For questions, or to stop these messages, call 800-555-0142.',
    contacts: 36,
    failing: 2,
    areaCode: 512,
    daysAgo: -4,
    hourUtc: 18,
  },
];

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
