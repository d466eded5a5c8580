import { expect, test } from 'vitest';
import { isWindowKey, placesOfWindow, shownZone, zonesOfWindow } from './zones-of-window.ts';

const [NEW_YORK, CHICAGO, DENVER] = ['America/New_York', 'America/Chicago', 'America/Denver'];

test.each([
  [CHICAGO, [{ zone: CHICAGO, states: [] }]],
  [`${CHICAGO}|TX`, [{ zone: CHICAGO, states: ['TX'] }]],
  // Detroit has the time of New York, whose rules of Michigan hold then.
  [`${NEW_YORK}|MI`, [{ zone: NEW_YORK, states: ['MI'] }]],
  [
    `${CHICAGO},${DENVER}|TX`,
    [
      { zone: CHICAGO, states: ['TX'] },
      { zone: DENVER, states: ['TX'] },
    ],
  ],
  // Phoenix has the time of Denver in winter, and not in summer.
  [
    'America/Phoenix|NM',
    [
      { zone: 'America/Phoenix', states: [] },
      { zone: DENVER, states: ['NM'] },
    ],
  ],
  ['America/Toronto|ON', [{ zone: 'America/Toronto', states: ['ON'] }]],
  // Stored before Alberta left the time of Denver.
  [
    `${DENVER}|AB`,
    [
      { zone: DENVER, states: [] },
      { zone: 'America/Regina', states: ['AB'] },
    ],
  ],
])('%s is in its zones with the states whose rules hold there', (window, places) => {
  expect(zonesOfWindow(window)).toEqual(places);
});

test('a number of no known place is in every state but those west of the date line, and in the state it names', () => {
  const states = (window: string) => new Set(zonesOfWindow(window).flatMap((place) => place.states));
  const everywhere = states('*');
  expect(everywhere.size).toBe(54);
  expect([everywhere.has('GU'), everywhere.has('MP'), everywhere.has('HI')]).toEqual([false, false, true]);
  expect([...states('*|GU')].filter((state) => !everywhere.has(state))).toEqual(['GU']);
});

test('the places of a class are its pairs of a zone and a state', () => {
  const windows = [CHICAGO, `${CHICAGO}|TX`, `${CHICAGO},${DENVER}`, `${CHICAGO},${DENVER}|KS,NE,TX`];
  expect(windows.map(placesOfWindow)).toEqual([1, 1, 2, 6]);
  const everywhere = zonesOfWindow('*').map(({ states }) => Math.max(1, states.length));
  expect(placesOfWindow('*')).toBe(everywhere.reduce((sum, count) => sum + count, 0));
});

test.each([
  [CHICAGO, true],
  [`${CHICAGO}|TX`, true],
  [`${CHICAGO}|ON`, true],
  ['*', true],
  ['*|TX', true],
  ['', false],
  ['america/chicago', false],
  ['+01:00', false],
  [`${CHICAGO}|XX`, false],
  [`${DENVER},${CHICAGO}`, false],
  [`${CHICAGO}|TX,KS`, false],
  [`${CHICAGO}|`, false],
])('whether "%s" is a class: %s', (window, isKnown) => {
  expect(isWindowKey(window)).toBe(isKnown);
});

test('times are shown where it is latest, and of no known place in New York', () => {
  const windows = [`${CHICAGO},${DENVER}`, `${CHICAGO},${NEW_YORK}`, CHICAGO, `${DENVER}|AB`, '*', '*|TX'];
  expect(windows.map(shownZone)).toEqual([CHICAGO, NEW_YORK, CHICAGO, 'America/Regina', NEW_YORK, NEW_YORK]);
});
