import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { contactsOfPayload } from '#server/features/campaigns/contact-list/contact-source.ts';
import { screenList } from '#server/features/campaigns/screening/screen-list.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { DIVISIONS, evenestDivision, halfOf, type WantedHalf } from './half-of-list.ts';

const ALL = deliverableContacts(60);
type Contacts = typeof ALL;

/** Screens a list for one half of a test; returns the numbers that are called, and the division. */
async function screened(contacts: Contacts, half: WantedHalf, suppressed: ReadonlySet<string> = new Set()) {
  const deps = {
    doNotCall: { among: () => Promise.resolve(suppressed) },
    callLog: { tooOften: () => Promise.resolve(() => Promise.resolve(new Set())) },
    places: { keyOf: () => 'America/New_York' },
    calendar: { nextOpening: (_window: string, _hours: unknown, at: Date) => at },
    clock: { now: () => new Date('2027-01-12T15:00:00Z') },
  } as unknown as CampaignsDeps;
  const campaign = { userId: 'u1', message: 'Hello', dropDate: new Date('2027-03-01'), callingHours: null };
  const screening = await screenList(deps, campaign, { source: contactsOfPayload(contacts), half });
  const called = contacts.flatMap((contact, at) =>
    screening.reasonAt(at) === undefined ? [numberOf(contact)] : [],
  );
  return { called, division: screening.half?.division };
}

const NOTATIONS = [
  (number: string) => number,
  (number: string) => `+${number}`,
  (number: string) => `+1 (${number.slice(1, 4)}) ${number.slice(4, 7)}-${number.slice(7)}`,
  (number: string) => `${number.slice(1, 4)}.${number.slice(4, 7)}.${number.slice(7)}`,
];
const numberOf = ({ phone_number: phone }: Contacts[number]) => `1${phone.replaceAll(/\D/g, '').slice(-10)}`;
const numbersOf = (contacts: Contacts) => contacts.map(numberOf);

/** Some of the people in any order, their numbers written in any way. */
const lists = fc.shuffledSubarray(ALL, { minLength: 1 }).chain((contacts) =>
  fc.tuple(...contacts.map(() => fc.constantFrom(...NOTATIONS))).map((written) =>
    contacts.map((contact, at) => {
      const number = written[at]?.(numberOf(contact)) ?? '';
      return { ...contact, phone_number: number, recommended_phone: number };
    }),
  ),
);
const tests = fc.stringMatching(/^[\w-]{1,40}$/);
const listed = fc.subarray(numbersOf(ALL)).map((phones) => new Set(phones));
const parts = fc.constantFrom<1 | 2>(1, 2);

test('of those that may be called, one of each two is in either half, also where both are created at once', async () => {
  await fc.assert(
    fc.asyncProperty(tests, lists, listed, async (id, contacts, suppressed) => {
      const first = await screened(contacts, { test: id, part: 1 }, suppressed);
      const second = await screened(contacts.toReversed(), { test: id, part: 2 }, suppressed);
      const callable = numbersOf(contacts).filter((phone) => !suppressed.has(phone));
      expect([...first.called, ...second.called].sort()).toEqual(callable.sort());
      expect(Math.abs(first.called.length - second.called.length)).toBeLessThanOrEqual(1);
    }),
  );
});

test('in one division every number is in exactly one half, whatever the lists of the two campaigns', async () => {
  await fc.assert(
    fc.asyncProperty(tests, lists, lists, listed, parts, async (id, before, after, suppressed, part) => {
      const { called: first, division } = await screened(before, { test: id, part }, suppressed);
      const other = part === 1 ? 2 : 1;
      const { called: second } = await screened(after, { test: id, part: other, division });
      const { called: again } = await screened(after, { test: id, part, division });
      expect(second.filter((phone) => first.includes(phone))).toEqual([]);
      expect([...again, ...second].sort()).toEqual(numbersOf(after).sort());
      const stayed = numbersOf(after).filter((phone) => numbersOf(before).includes(phone));
      const callable = stayed.filter((phone) => !suppressed.has(phone));
      expect([...first, ...second]).toEqual(expect.arrayContaining(callable));
    }),
  );
});

test('a long list is divided evenly but for a few', async () => {
  const phones = Array.from({ length: 20_000 }, (_, at) => String(12_025_550_000 + at));
  const batches = async function* () {
    yield* [await Promise.resolve(phones)];
  };
  const division = await evenestDivision('test', batches());
  expect(division).toBeLessThan(DIVISIONS);
  const ofFirst = phones.filter((phone) => halfOf({ test: 'test', division }, phone) === 1).length;
  expect(Math.abs(2 * ofFirst - phones.length)).toBeLessThanOrEqual(20);
});

test('who is in which half differs from test to test', async () => {
  const halves = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(
      async (id) => (await screened(ALL, { test: id, part: 1, division: 0 })).called,
    ),
  );
  expect(new Set(halves.map((half) => half.join())).size).toBe(halves.length);
});
