import { expect, test } from 'vitest';
import type { CallingHours } from '#shared/schemas/calling.ts';
import { contactsOfPayload } from '#server/campaigns/contact-list/contact-source.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { screenList, type ScreeningDeps } from './screen-list.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const LATER = new Date('2027-03-01T15:00:00Z');
const HOURS: CallingHours = { from: '10:00', to: '12:00', days: [1] };

/** Screens a list for a drop date; returns the moments and hours for which the calendar was asked. */
async function asked(dropDate: Date, callingHours: CallingHours | null) {
  const questions: [CallingHours | undefined, Date][] = [];
  const deps = {
    doNotCall: { among: () => Promise.resolve(new Set()) },
    callLog: { tooOften: () => Promise.resolve(new Set()) },
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
  return questions;
}

test('openings count from the drop date on, or from now once it has passed, within the hours of the campaign', async () => {
  expect(await asked(LATER, HOURS)).toEqual([[HOURS, LATER]]);
  expect(await asked(new Date('2027-01-01T15:00:00Z'), null)).toEqual([[undefined, NOW]]);
});
