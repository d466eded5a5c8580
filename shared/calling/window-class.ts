/**
 * Where a contact may be: every time zone and every state that its number, State or Zipcode names. Contacts with the same
 * places may be called at the same times.
 */
export interface WindowClass {
  /** Time zones of the IANA database, such as America/Chicago. */
  zones: readonly string[];
  /** States and territories by their two letters; empty where none is known. */
  states: readonly string[];
}

/** The key of contacts whose zone is not known: they are called while every state they may be in allows it. */
export const ANYWHERE = '*';

/** Returns the text under which a class is stored at a contact, the same for the same places in any order. */
export function windowKey({ zones, states }: WindowClass): string {
  if (zones.length === 0) return states.length === 0 ? ANYWHERE : `${ANYWHERE}|${sorted(states)}`;
  return states.length === 0 ? sorted(zones) : `${sorted(zones)}|${sorted(states)}`;
}

/** Returns whether contacts of a class may be in any state, as their number is of no known place. */
export function isAnywhere(key: string): boolean {
  return readWindowKey(key).zones.length === 0;
}

/** Returns the class of a key; no zones where the zone is not known. */
export function readWindowKey(key: string): WindowClass {
  const [zones = '', states = ''] = key.split('|');
  return { zones: zones === ANYWHERE ? [] : parts(zones), states: parts(states) };
}

function sorted(names: readonly string[]): string {
  return [...new Set(names)].sort().join(',');
}

function parts(list: string): string[] {
  return list === '' ? [] : list.split(',');
}
