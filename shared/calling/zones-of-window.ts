import { ANY_STATE, COUNTRY_ZONES, PROVINCE_ZONES, STATE_ZONES } from './state-zones.ts';
import { remember } from './remembered.ts';
import { ANYWHERE, isAnywhere, readWindowKey, windowKey } from './window-class.ts';
import { offsetsOf } from './zone-offsets.ts';

/** A time zone in which a contact may be, and the states in it whose rules hold there. */
export interface ZoneStates {
  zone: string;
  states: readonly string[];
}

/** Where the zone is not known, times are shown in this one. */
const SHOWN_FOR_ANYWHERE = 'America/New_York';
/** Intl accepts each name in any case too, and offsets such as +01:00. */
const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));
const REGION_ZONES: Readonly<Record<string, readonly string[]>> = { ...STATE_ZONES, ...PROVINCE_ZONES };
const WINTER = Date.UTC(2026, 0, 15);
const SUMMER = Date.UTC(2026, 6, 15);

/**
 * Returns the zones of a window class, each with the states whose rules hold in it: those that have this time. A state
 * that has the time of none of the zones adds its own zones, also where it has changed its time since the class was
 * stored. A class without a zone is in every state, so that the strictest rules of all of them hold.
 */
export function zonesOfWindow(window: string): readonly ZoneStates[] {
  const { zones, states } = readWindowKey(window);
  const all = new Map<string, string[]>();
  for (const zone of isAnywhere(window) ? timesOfCountry() : zones) all.set(zone, []);
  for (const state of isAnywhere(window) ? new Set([...ANY_STATE, ...states]) : states) {
    const own = REGION_ZONES[state] ?? [];
    const shared = [...all.keys()].filter((zone) => own.some((other) => haveSameTime(zone, other)));
    for (const zone of shared.length === 0 ? own : shared) all.set(zone, [...(all.get(zone) ?? []), state]);
  }
  return [...all].map(([zone, statesThere]) => ({ zone, states: statesThere }));
}

/** Returns whether a text is the key of a class of known time zones and states, as `windowKey` writes it. */
export function isWindowKey(window: string): boolean {
  const places = readWindowKey(window);
  const { zones, states } = places;
  const isKnown =
    zones.every((zone) => ZONES.has(zone)) && states.every((state) => Object.hasOwn(REGION_ZONES, state));
  return isKnown && windowKey(places) === window;
}

/** Returns how many pairs of a zone and a state a class has, in which the time to compute its openings grows. */
export function placesOfWindow(window: string): number {
  const { zones, states } = readWindowKey(window);
  if (!isAnywhere(window)) return zones.length * Math.max(1, states.length);
  return zonesOfWindow(ANYWHERE).reduce((sum, place) => sum + Math.max(1, place.states.length), 0);
}

/** Returns the time zone in which times of a window class are shown: of several, the one where it is latest. */
export function shownZone(window: string): string {
  if (isAnywhere(window)) return SHOWN_FOR_ANYWHERE;
  const [first = SHOWN_FOR_ANYWHERE, ...others] = zonesOfWindow(window).map(({ zone }) => zone);
  const offset = (zone: string): number => offsetsOf(zone).at(WINTER);
  return others.reduce((latest, zone) => (offset(zone) > offset(latest) ? zone : latest), first);
}

/** Returns one zone for each time of the country. */
function timesOfCountry(): string[] {
  return [...new Map(COUNTRY_ZONES.map((zone) => [timesOf(zone), zone])).values()];
}

/** Zones have many names for one time: America/Detroit and America/New_York. */
function haveSameTime(zone: string, other: string): boolean {
  return zone === other || timesOf(zone) === timesOf(other);
}

const times = new Map<string, string>();

function timesOf(zone: string): string {
  return remember(times, zone, () => [WINTER, SUMMER].map((time) => offsetsOf(zone).at(time)).join());
}
