import { describe, expect, test } from 'vitest';
import { ANYWHERE, readWindowKey } from '#shared/calling/window-class.ts';
import { createContactPlaces } from './contact-places.ts';
import { Calendar } from '#shared/calling/calendar.ts';
import { NO_RULES } from '#shared/calling/calling-rules.ts';
import { isWindowKey } from '#shared/calling/zones-of-window.ts';
import { allAreaCodes } from '#server/testing/area-codes/area-code-table.ts';

const places = createContactPlaces();
const of = (phone: string, state?: string, zipcode?: string) =>
  readWindowKey(places.keyOf({ phone, state, zipcode }));

describe('the area code of a number', () => {
  test.each(allAreaCodes())('$code is in $state: $zones', ({ code, state, zones }) => {
    expect(of(`1${code}5550123`)).toEqual({ zones: [...zones].sort(), states: [state] });
  });

  test.each(['800', '888', '877', '866', '855', '844', '833', '900', '500', '999'])(
    '%s belongs to no place: anywhere',
    (code) => {
      expect(places.keyOf({ phone: `1${code}5550123` })).toBe(ANYWHERE);
      expect(places.ofNumber(`1${code}5550123`)).toEqual({ zones: [], states: [] });
    },
  );

  test('every exchange of an area code may be in any of its zones', () => {
    for (const exchange of ['202', '432', '555', '994'])
      expect(of(`1850${exchange}0123`).zones).toEqual(['America/Chicago', 'America/New_York']);
  });

  test('numbers of Canada and the Caribbean have zones', () => {
    expect(of('14165550123')).toEqual({ zones: ['America/New_York'], states: ['ON'] });
    expect(of('17095550123')).toEqual({ zones: ['America/Halifax', 'America/St_Johns'], states: ['NL'] });
    expect(of('18095550123')).toEqual({ zones: ['America/Puerto_Rico'], states: [] });
    expect(of('16045550123')).toEqual({ zones: ['America/Dawson_Creek'], states: ['BC'] });
  });
});

test.each(['368', '403', '587', '780', '825'])(
  'nobody in Alberta is called after 9 PM there, whose clocks stay at UTC-6 in winter: %s',
  (code) => {
    const calendar = new Calendar(NO_RULES);
    const late = { from: '08:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7] };
    for (const cells of [{}, { state: 'AB' }, { state: 'Alberta', zipcode: 'T5J 0N3' }]) {
      const window = places.keyOf({ phone: `1${code}5550123`, ...cells });
      for (const [from, to] of [
        ['2026-12-02T14:00:00Z', '2026-12-03T03:00:00Z'],
        ['2027-07-01T14:00:00Z', '2027-07-02T03:00:00Z'],
      ] as const)
        expect(calendar.openUntil(window, late, new Date(from)), window).toEqual(new Date(to));
    }
  },
);

test('a plan takes the class of every area code and state', () => {
  const states = ['', 'AK', 'AZ', 'FL', 'HI', 'MI', 'PR', 'ON', 'NU', 'QC', 'YT', 'NL', 'SK'];
  const keys = Array.from({ length: 800 }, (_, index) => `1${String(200 + index)}5550123`).flatMap((phone) =>
    states.map((state) => places.keyOf({ phone, state })),
  );
  expect(keys.filter((key) => !isWindowKey(key))).toEqual([]);
});

describe('State and Zipcode', () => {
  const miami = '13055550123';

  test.each(['TX', 'tx', ' Texas ', 'Tex.', 'US-TX', 'TEXAS'])('%o is Texas', (state) => {
    expect(of('12145550123', state)).toEqual({
      zones: ['America/Chicago', 'America/Denver'],
      states: ['TX'],
    });
  });

  test.each([
    ['N.Y.', 'NY'],
    ['D.C.', 'DC'],
    ['Washington, DC', 'DC'],
    ['Washington', 'WA'],
    ['W. Va.', 'WV'],
    ['Puerto Rico', 'PR'],
    ['U.S. Virgin Islands', 'VI'],
    ['Québec', 'QC'],
  ])('%s is %s', (cell, state) => {
    expect(of('18005550123', cell).states).toEqual([state]);
  });

  test.each(['', '?', 'Tejas', 'AE', 'XX', '12'])('an unknown State, %o, is ignored', (state) => {
    expect(of(miami, state)).toEqual(of(miami));
  });

  test.each(['', '00000', '00100', '09012', '1', 'abc', '331-01', '99999999999'])(
    'an unknown ZIP code, %o, is ignored',
    (zip) => {
      expect(of(miami, 'FL', zip).states).toEqual(['FL']);
    },
  );

  test.each(['33101', '33101-1234', '331011234', ' 33101 ', '33101.0', "'33101", '="33101"', 'FL 33101-'])(
    'a ZIP code, %o, tells which part of its state',
    (zip) => {
      expect(of(miami, 'FL', zip)).toEqual({ zones: ['America/New_York'], states: ['FL'] });
      expect(of(miami, 'FL')).toEqual({ zones: ['America/Chicago', 'America/New_York'], states: ['FL'] });
    },
  );

  test('a ZIP code on a zone boundary has both zones', () => {
    expect(of(miami, 'FL', '32456').zones).toEqual(['America/Chicago', 'America/New_York']);
    expect(of(miami, 'FL', '32501').zones).toEqual(['America/Chicago', 'America/New_York']);
    expect(of('18505550123', '', '33101').zones).toEqual(['America/Chicago', 'America/New_York']);
    expect(of('18085550123', '', '96799').zones).toEqual(['Pacific/Honolulu', 'Pacific/Pago_Pago']);
  });

  test('a ZIP code without its leading zero, and a Canadian postal code', () => {
    expect(of(miami, '', '2101').states).toEqual(['FL', 'MA']);
    expect(of(miami, '', 'v5k 0a1').states).toEqual(['BC', 'FL']);
    expect(of(miami, '', "'V5K-0A1").states).toEqual(['BC', 'FL']);
  });

  test('all places count where they contradict each other', () => {
    expect(of(miami, 'California')).toEqual({
      zones: ['America/Los_Angeles', 'America/New_York'],
      states: ['CA', 'FL'],
    });
    expect(of(miami, '', '90001').states).toEqual(['CA', 'FL']);
  });

  test('a number in one state, a State and a Zipcode in two more', () => {
    expect(of(miami, 'CA', '73301').states).toEqual(['CA', 'FL', 'TX']);
  });

  test('a toll-free number may be anywhere, in the State of the list too', () => {
    expect(of('18005550123', 'TX')).toEqual({ zones: [], states: ['TX'] });
  });
});

test('few classes, however long the list', () => {
  const codes = allAreaCodes();
  const keys = new Set<string>();
  for (let row = 0; row < 10_000; row++) {
    const { code, state } = codes[row % codes.length] ?? { code: '', state: '' };
    keys.add(
      places.keyOf({ phone: `1${code}555${String(row).padStart(4, '0')}`, state: row % 2 ? state : '' }),
    );
  }
  expect(keys.size).toBeLessThan(120);
});
