import { expect, test } from 'vitest';
import { ANYWHERE, isAnywhere, readWindowKey, windowKey, type WindowClass } from './window-class.ts';
import { isWindowKey, placesOfWindow, zonesOfWindow } from './zones-of-window.ts';

const [CHICAGO, DENVER] = ['America/Chicago', 'America/Denver'];

test.each<[WindowClass, string]>([
  [{ zones: [CHICAGO], states: [] }, CHICAGO],
  [{ zones: [DENVER, CHICAGO, DENVER], states: ['TX', 'KS', 'TX'] }, `${CHICAGO},${DENVER}|KS,TX`],
  [{ zones: [], states: [] }, ANYWHERE],
  [{ zones: [], states: ['TX', 'KS'] }, `${ANYWHERE}|KS,TX`],
])('the class %j is stored as %s, in one order and without repetitions', (places, key) => {
  expect(windowKey(places)).toBe(key);
  const read = readWindowKey(key);
  expect(read).toEqual({
    zones: [...new Set(places.zones)].toSorted(),
    states: [...new Set(places.states)].toSorted(),
  });
  expect(isAnywhere(key)).toBe(places.zones.length === 0);
  expect(isWindowKey(key)).toBe(true);
});

test.each([
  '',
  'America/Nowhere',
  'america/chicago',
  `${DENVER},${CHICAGO}`,
  `${CHICAGO}|XX`,
  `${CHICAGO}|TX,KS`,
])('%j is no key of a class', (key) => {
  expect(isWindowKey(key)).toBe(false);
});

test('a class has a pair for each zone with each state, and one for a zone without any', () => {
  expect(placesOfWindow(CHICAGO)).toBe(1);
  expect(placesOfWindow(`${CHICAGO},${DENVER}`)).toBe(2);
  expect(placesOfWindow(`${CHICAGO},${DENVER}|KS,ND,TX`)).toBe(6);
  const everywhere = zonesOfWindow(ANYWHERE).flatMap(({ states }) => (states.length === 0 ? [''] : states));
  expect(placesOfWindow(ANYWHERE)).toBe(everywhere.length);
});
