import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Split } from '#shared/schemas/campaigns/split.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { contactsOfPayload } from '#server/features/campaigns/contact-list/contact-source.ts';
import { screenList, type ScreeningDeps } from '#server/features/campaigns/screening/screen-list.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { halfOf } from './half-of-list.ts';

const ALL = deliverableContacts(60);
type Contacts = typeof ALL;

/** Returns the numbers of a list that the campaign of a half calls, beside a campaign of the other half that calls `others`. */
async function called(
  contacts: Contacts,
  split: Split,
  suppressed: ReadonlySet<string>,
  others?: readonly string[],
) {
  const deps = {
    doNotCall: { among: () => Promise.resolve(suppressed) },
    callLog: { tooOften: () => Promise.resolve(() => Promise.resolve(new Set())) },
    places: { keyOf: () => 'America/New_York' },
    calendar: { nextOpening: (_window: string, _hours: unknown, at: Date) => at },
    clock: { now: () => new Date('2027-01-12T15:00:00Z') },
    campaigns: { findHalf: () => Promise.resolve(others && { id: 'other', name: 'Other', isErased: false }) },
    contacts: {
      knownNumbers: (_id: string, asked: readonly { dialled: string }[]) =>
        Promise.resolve(asked.filter(({ dialled }) => others?.includes(dialled))),
    },
  } as unknown as CampaignsDeps & ScreeningDeps;
  const campaign = { userId: 'u1', message: 'Hello', dropDate: new Date('2027-03-01'), callingHours: null };
  const half = await halfOf(deps, 'u1', split);
  const screening = await screenList(deps, campaign, { source: contactsOfPayload(contacts), half });
  return contacts.flatMap(({ recommended_phone: phone }, at) =>
    screening.reasonAt(at) === undefined ? [phone] : [],
  );
}

const lists = fc.shuffledSubarray(ALL, { minLength: 1 });
const tests = fc.stringMatching(/^[\w-]{1,40}$/);
const numbersOf = (contacts: Contacts) => contacts.map((contact) => contact.recommended_phone);
const listed = fc.subarray(numbersOf(ALL)).map((phones) => new Set(phones));

test('of those that may be called, one of each two is in either half, also where both are created at once', async () => {
  await fc.assert(
    fc.asyncProperty(tests, lists, listed, async (id, contacts, suppressed) => {
      const first = await called(contacts, { test: id, part: 1 }, suppressed);
      const second = await called(contacts, { test: id, part: 2 }, suppressed);
      const callable = numbersOf(contacts).filter((phone) => !suppressed.has(phone));
      expect([...first, ...second].sort()).toEqual(callable.sort());
      expect(Math.abs(first.length - second.length)).toBeLessThanOrEqual(1);
    }),
  );
});

test('the half that comes second calls all of any list whom the first does not call, and nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(
      tests,
      lists,
      lists,
      listed,
      fc.constantFrom<1 | 2>(1, 2),
      async (id, before, after, suppressed, part) => {
        const first = await called(before, { test: id, part: part === 1 ? 2 : 1 }, new Set());
        const second = await called(after, { test: id, part }, suppressed, first);
        expect(second).toEqual(
          numbersOf(after).filter((phone) => !first.includes(phone) && !suppressed.has(phone)),
        );
      },
    ),
  );
});

test('who is in which half differs from test to test', async () => {
  const halves = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(async (id) => called(ALL, { test: id, part: 1 }, new Set())),
  );
  expect(new Set(halves.map((half) => half.join())).size).toBe(halves.length);
});
