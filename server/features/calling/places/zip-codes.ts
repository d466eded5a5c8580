import zip3 from 'zip3';
import { plainZip } from '#shared/contacts/places/zip-code.ts';
import { readRegion, type Region } from './regions.ts';
import * as zone from './time-zones.ts';

/** The zones of ZIP code areas in states that lie in two: areas that a zone boundary crosses have both. */
const AREAS: readonly [areas: string, zones: readonly string[]][] = [
  ['320-323 326-349', [zone.EASTERN]],
  ['325', [zone.CENTRAL]],
  ['370-372 375 380-384', [zone.CENTRAL]],
  ['374 376 379', [zone.EASTERN]],
  ['400 402-418', [zone.EASTERN]],
  ['420-424', [zone.CENTRAL]],
  ['460-462 466-468 470-474 478', [zone.EASTERN]],
  ['464 477', [zone.CENTRAL]],
  ['480-497', [zone.EASTERN]],
  ['570-574', [zone.CENTRAL]],
  ['577', [zone.MOUNTAIN]],
  ['580-584', [zone.CENTRAL]],
  ['660-676 679', [zone.CENTRAL]],
  ['680-689', [zone.CENTRAL]],
  ['693', [zone.MOUNTAIN]],
  ['750-797', [zone.CENTRAL]],
  ['799 885', [zone.MOUNTAIN]],
  ['832-834 836-837', [zone.MOUNTAIN]],
  ['850-858 863-864', [zone.MOUNTAIN_STANDARD]],
  ['889-897', [zone.PACIFIC]],
  // The area of Hawaii includes American Samoa.
  ['967', [zone.HAWAII, zone.SAMOA]],
  ['970-978', [zone.PACIFIC]],
  ['838', [zone.PACIFIC]],
  ['996-999', [zone.ALASKA]],
];

const zonesByArea = new Map(
  AREAS.flatMap(([areas, zones]) =>
    areas.split(' ').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), zones] as const);
    }),
  ),
);

const PROVINCE_OF: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  Y: 'YT',
};

/**
 * Returns where a Zipcode cell is, as `plainZip` reads it; undefined for any other text, and for areas outside the states and
 * territories.
 */
export function readZipArea(cell: string): Region | undefined {
  const zip = plainZip(cell);
  if (zip === undefined) return undefined;
  const province = PROVINCE_OF[zip.charAt(0)];
  if (province !== undefined) return readRegion(province);
  const area = zip.slice(0, 3);
  const state = readRegion(zip3[area]?.state ?? '');
  return state && { code: state.code, zones: zonesByArea.get(area) ?? state.zones };
}
