import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { Calendar } from '#shared/calling/calendar.ts';
import { createContactPlaces } from '#server/features/calling/places/contact-places.ts';
import { contactsIn, isOpen, nextOpening, placeInDaytime, rulesOf } from './opening-hours.ts';
import { seededRandom } from './seeded-random.ts';

const HOURS = { from: '08:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7] };
const MOMENTS = ['2027-01-12T00:00:30Z', '2027-07-13T00:00:30Z'].flatMap((day) =>
  Array.from({ length: 24 }, (_, hour) => Date.parse(day) + hour * HOUR_MS),
);

test('there is a place in daytime at any time except between 11:00 and 12:00 UTC', () => {
  const without = MOMENTS.filter((at) => placeInDaytime(new Date(at)) === undefined);
  expect(without.map((at) => new Date(at).getUTCHours())).toEqual([11, 11]);
});

test('its rules open and close the groups of contacts when they should', () => {
  const { keyOf } = createContactPlaces();
  for (const now of MOMENTS) {
    const place = placeInDaytime(new Date(now));
    if (place === undefined) continue;
    const opening = nextOpening(now, 2);
    const calendar = new Calendar(rulesOf(place, opening));
    const { contacts, groups } = contactsIn(place, { closes: 10, opens: 10, both: 10 }, seededRandom(now));
    for (const { recommended_phone: phone, state, zipcode } of contacts)
      for (const at of [now, opening.opensAt, opening.closesAt - 1, opening.closesAt, now + 5 * MINUTE_MS]) {
        const group = groups.get(phone) ?? 'both';
        const isOpenThen =
          calendar.openUntil(keyOf({ phone, state, zipcode }), HOURS, new Date(at)) !== undefined;
        expect([phone, at, isOpenThen]).toEqual([phone, at, isOpen(group, opening, at)]);
      }
  }
});
