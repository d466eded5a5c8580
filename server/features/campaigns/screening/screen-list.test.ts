import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallingHours } from '#shared/schemas/calling/calling.ts';
import { contactsOfPayload } from '#server/features/campaigns/contact-list/contact-source.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { screenList, type ScreeningDeps } from './screen-list.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const LATER = new Date('2027-03-01T15:00:00Z');
const PASSED = new Date('2027-01-01T15:00:00Z');
const HOURS: CallingHours = { from: '10:00', to: '12:00', days: [1] };

/** What lets everybody on a list be called. */
const ANYBODY = {
  doNotCall: { among: () => Promise.resolve(new Set()) },
  callLog: { tooOften: () => Promise.resolve(() => Promise.resolve(new Set())) },
  places: { keyOf: () => 'America/New_York' },
  calendar: { nextOpening: (_window: string, _hours: unknown, at: Date) => at },
  clock: { now: () => NOW },
} as unknown as ScreeningDeps;

/** Screens a list for a drop date; returns for which moments and hours the calendar and the log of calls were asked. */
async function asked(dropDate: Date, callingHours: CallingHours | null) {
  const questions: [CallingHours | undefined, Date][] = [];
  const counted: Date[] = [];
  const deps = {
    doNotCall: { among: () => Promise.resolve(new Set()) },
    callLog: {
      tooOften: (_userId: string, at: Date) => {
        counted.push(at);
        return Promise.resolve(() => Promise.resolve(new Set()));
      },
    },
    places: { keyOf: () => 'America/New_York' },
    calendar: {
      nextOpening: (_window: string, hours: CallingHours | undefined, at: Date) => {
        questions.push([hours, at]);
        return at;
      },
    },
    clock: { now: () => NOW },
  } as unknown as ScreeningDeps;
  const campaign = { userId: 'u1', message: 'Hello', dropDate, callingHours };
  const { calls } = await screenList(deps, campaign, { source: contactsOfPayload(deliverableContacts(2)) });
  expect(calls).toBe(2);
  return { questions, counted };
}

test('openings count from the drop date on, or from now once it has passed, within the hours of the campaign', async () => {
  expect((await asked(LATER, HOURS)).questions).toEqual([[HOURS, LATER]]);
  expect((await asked(PASSED, null)).questions).toEqual([[undefined, NOW]]);
});

test('how often a number was called counts at the drop date, or now once it has passed', async () => {
  expect((await asked(LATER, HOURS)).counted).toEqual([LATER]);
  expect((await asked(PASSED, null)).counted).toEqual([NOW]);
});

test('of those that may be called, the first up to the maximum are, and the others are left out for it alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 45 }),
      async (listed, maxCalls) => {
        const contacts = deliverableContacts(listed.length);
        const suppressed = new Set(
          listed.flatMap((isListed, index) => (isListed ? [`1202555${String(1_000 + index)}`] : [])),
        );
        const doNotCall = { among: () => Promise.resolve(suppressed) };
        const deps = { ...ANYBODY, doNotCall } as unknown as ScreeningDeps;
        const campaign = { userId: 'u1', message: 'Hello', dropDate: LATER, callingHours: null };
        const noted: string[] = [];
        const source = contactsOfPayload(contacts);
        const screening = await screenList(deps, campaign, { source, maxCalls }, ({ reason }) =>
          noted.push(reason),
        );
        let left = maxCalls;
        const expected = listed.map((isListed) =>
          isListed ? 'do not call' : left-- > 0 ? undefined : 'over the maximum',
        );
        expect(listed.map((_, index) => screening.reasonAt(index))).toEqual(expected);
        expect(noted).toEqual(expected.filter((reason) => reason !== undefined));
        expect([screening.calls, screening.leftOut]).toEqual([listed.length - noted.length, noted.length]);
        expect([...screening.windows.values()].reduce((sum, count) => sum + count, 0)).toBe(screening.calls);
      },
    ),
  );
});
