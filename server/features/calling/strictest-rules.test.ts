import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Calendar } from '#shared/calling/calendar.ts';
import { callingRulesSchema } from '#shared/calling/calling-rules.ts';
import { ANY_STATE, STATE_ZONES } from '#shared/calling/state-zones.ts';
import { ANYWHERE, windowKey } from '#shared/calling/window-class.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import bundled from './calling-rules.json' with { type: 'json' };
import { readAreaCodes } from './places/area-codes.ts';
import { createContactPlaces } from './places/contact-places.ts';

const calendar = new Calendar(callingRulesSchema.parse(bundled));
const places = createContactPlaces();
const isOpen = (window: string, at: Date) => calendar.openUntil(window, undefined, at) !== undefined;

/** Each state in each of its zones alone. */
const oneState = ANY_STATE.flatMap((state) =>
  (STATE_ZONES[state] ?? []).map((zone) => windowKey({ zones: [zone], states: [state] })),
);
const START = Date.parse('2026-01-01T00:00:00Z');
const moments = fc
  .integer({ min: 0, max: (3 * 365 * DAY_MS) / (15 * MINUTE_MS) })
  .map((quarter) => new Date(START + quarter * 15 * MINUTE_MS));
/** Moments at which it is day in the whole country, so that some of them are open. */
const afternoons = fc
  .tuple(fc.integer({ min: 0, max: 3 * 365 }), fc.integer({ min: 19 * 60, max: 23 * 60 }))
  .map(([day, minute]) => new Date(START + day * DAY_MS + minute * MINUTE_MS));

describe('a number of no known place', () => {
  test('may be called exactly while every state allows it', () => {
    fc.assert(
      fc.property(fc.oneof(moments, afternoons), (at) => {
        expect(isOpen(ANYWHERE, at)).toBe(oneState.every((window) => isOpen(window, at)));
      }),
      { numRuns: 300 },
    );
  });

  test('is called on no Sunday, and as rarely as the strictest state demands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 150 }), (week) => {
        // The first Sunday of 2026 was January 4; it is noon in New York.
        const noon = START + (3 + week * 7) * DAY_MS + 17 * 60 * MINUTE_MS;
        const during = {
          from: new Date(noon - 6 * 60 * MINUTE_MS),
          to: new Date(noon + 10 * 60 * MINUTE_MS),
        };
        expect(calendar.openings(ANYWHERE, undefined, during)).toEqual([]);
      }),
    );
    const limits = oneState.flatMap((window) => calendar.dailyLimit(window) ?? []);
    expect(calendar.dailyLimit(ANYWHERE)).toBe(Math.min(...limits));
  });

  test('can be called within a week from any moment', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const next = calendar.nextOpening(ANYWHERE, undefined, at);
        expect((next?.getTime() ?? Infinity) - at.getTime()).toBeLessThan(7 * DAY_MS);
      }),
      { numRuns: 150 },
    );
  });

  test.each(['999', '800', '555', '273'])(
    'such as one of area code %s takes the strictest rules, whatever the list says',
    (code) => {
      const phone = `1${code}5550123`;
      fc.assert(
        fc.property(afternoons, fc.constantFrom('', 'TX', 'Oregon'), (at, state) => {
          expect(isOpen(places.keyOf({ phone, state }), at)).toBe(isOpen(ANYWHERE, at));
        }),
        { numRuns: 40 },
      );
    },
  );
});

test('every area code of a state is open whenever a number of no known place is, and closed while its state is', () => {
  const codes = [...readAreaCodes()].filter(
    ([, { states }]) => states.length > 0 && states.every((state) => ANY_STATE.includes(state)),
  );
  expect(codes.length).toBeGreaterThan(370);
  fc.assert(
    fc.property(fc.constantFrom(...codes), afternoons, ([code, { states }], at) => {
      const window = places.keyOf({ phone: `1${code}5550123` });
      if (isOpen(ANYWHERE, at)) expect([code, isOpen(window, at)]).toEqual([code, true]);
      const inState = states.flatMap((state) =>
        (STATE_ZONES[state] ?? []).map((zone) => windowKey({ zones: [zone], states: [state] })),
      );
      if (inState.every((one) => !isOpen(one, at))) expect([code, isOpen(window, at)]).toEqual([code, false]);
    }),
    { numRuns: 400 },
  );
});

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a campaign on day %i of the week alone waits for its next open one, holidays in two weeks in a row included',
  (weekday) => {
    const hours = { from: '09:00', to: '19:00', days: [weekday] };
    const closing = new Set(bundled.rules.filter((rule) => 'holidays' in rule).map(({ state }) => state));
    const windows = [...closing].map((state) => `${STATE_ZONES[state]?.[0] ?? ''}|${state}`);
    for (const window of [...windows, ANYWHERE])
      for (let day = Date.UTC(2026, 11, 1); day < Date.UTC(2029, 0, 1); day += DAY_MS) {
        if (calendar.nextOpening(window, hours, new Date(day)) !== undefined) continue;
        const year = { from: new Date(day), to: new Date(day + 365 * DAY_MS) };
        expect(
          calendar.openings(window, hours, year),
          `${window} from ${new Date(day).toISOString()}`,
        ).toEqual([]);
        break;
      }
  },
);
