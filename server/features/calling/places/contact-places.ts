import { LRUCache } from 'lru-cache';
import { windowKey, type WindowClass } from '#shared/calling/window-class.ts';
import type { ContactPlace, ContactPlaces } from '#server/features/calling/api.ts';
import { readAreaCodes } from './area-codes.ts';
import { readRegion, type Region } from './regions.ts';
import { readZipArea } from './zip-codes.ts';

const UNKNOWN: WindowClass = { zones: [], states: [] };
/** Keys kept: more than the distinct area codes, states and ZIP codes of the lists of an hour. */
const KEYS_KEPT = 50_000;
/** Never changes while the process lives. */
let areaCodes: ReadonlyMap<string, WindowClass> | undefined;

/**
 * Finds where contacts may be by their number, State and Zipcode. People keep their number when they move, so all of them
 * count: every zone and state that one of them names. The first call reads the map of number prefixes, in about 0.2 s.
 */
export function createContactPlaces(): ContactPlaces {
  const keys = new LRUCache<string, string>({ max: KEYS_KEPT });
  const ofNumber = (phone: string): WindowClass => {
    areaCodes ??= readAreaCodes();
    return areaCodes.get(phone.slice(1, 4)) ?? UNKNOWN;
  };
  return {
    ofNumber,
    keyOf(contact) {
      const { phone, state = '', zipcode = '' } = contact;
      const cells = `${phone.slice(1, 4)}|${state}|${zipcode}`;
      const cached = keys.get(cells);
      if (cached !== undefined) return cached;
      const key = windowKey(join(ofNumber(phone), listPlaces(contact)));
      keys.set(cells, key);
      return key;
    },
  };
}

/** The places that the list names. A ZIP code in the State tells which part of the State. */
function listPlaces({ state = '', zipcode = '' }: ContactPlace): readonly Region[] {
  const region = readRegion(state);
  const area = readZipArea(zipcode);
  if (region === undefined || area === undefined) return [region ?? area ?? []].flat();
  return region.code === area.code ? [area] : [region, area];
}

/** A number without a known zone may be anywhere, whatever the list says. */
function join(number: WindowClass, list: readonly Region[]): WindowClass {
  const states = [...number.states, ...list.map(({ code }) => code)];
  if (number.zones.length === 0) return { zones: [], states };
  return { zones: [...number.zones, ...list.flatMap(({ zones }) => zones)], states };
}
