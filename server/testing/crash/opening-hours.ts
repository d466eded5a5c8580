import { MINUTE_MS } from '#shared/time-units.ts';
import type { CallingRules } from '#shared/calling/calling-rules.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { contactsWithOutcomes } from './expected-outcomes.ts';
import { shuffled, type Random } from './seeded-random.ts';

/** Two states with the same time, and an area code of each. */
export interface Place {
  zone: string;
  closes: { state: string; area: string };
  opens: { state: string; area: string };
}

/** A group of contacts: in the state that closes, in the one that opens, or in one by number and the other by the list. */
export type Group = 'closes' | 'opens' | 'both';

/** When one state opens and the other closes, in milliseconds since 1970. */
export interface Opening {
  opensAt: number;
  closesAt: number;
}

/** Together they are within the hours of the law at any time except between 11:00 and 12:00 UTC. */
const PLACES: readonly Place[] = [
  place('America/Puerto_Rico', ['PR', '787'], ['VI', '340']),
  place('America/Los_Angeles', ['CA', '213'], ['WA', '206']),
  place('Pacific/Guam', ['GU', '671'], ['MP', '670']),
];
/** A run must end before 9 PM. */
const LATEST = '20:50';
/** The state that closes is open for at least as long. */
const OPEN_MS = 20_000;

function place(zone: string, [closes, area]: [string, string], [opens, other]: [string, string]): Place {
  return { zone, closes: { state: closes, area }, opens: { state: opens, area: other } };
}

/** Returns a place that is within the hours of the law for the next minutes; undefined if there is none in the country. */
export function placeInDaytime(at: Date): Place | undefined {
  return PLACES.find(({ zone }) => localTime(zone, at) >= '08:00' && localTime(zone, at) < LATEST);
}

/** Returns full minutes to come. With `minutesOpen` 0 one state closes when the other opens; else so many minutes later. */
export function nextOpening(now: number, minutesOpen: number): Opening {
  const opensAt = Math.ceil((now + OPEN_MS) / MINUTE_MS) * MINUTE_MS;
  return { opensAt, closesAt: opensAt + minutesOpen * MINUTE_MS };
}

/** Returns rules by which one state of a place opens at a time and the other closes; without `opening` there are none. */
export function rulesOf({ zone, closes, opens }: Place, opening?: Opening): CallingRules {
  const rule = (state: string, from: string, to: string) => ({
    state,
    name: `${state}: ${from} to ${to}`,
    hours: { from, to },
    sources: ['test'],
  });
  const rules =
    opening === undefined
      ? []
      : [
          rule(closes.state, '08:00', localTime(zone, new Date(opening.closesAt))),
          rule(opens.state, localTime(zone, new Date(opening.opensAt)), '21:00'),
        ];
  const test = { title: 'Test', url: 'https://example.com/', as_of: '2026-11-23' };
  return { reviewed: '2026-11-23', sources: { test }, holidays: {}, rules };
}

/** Returns so many contacts of each group in random order, with all outcomes, and the group of each number. */
export function contactsIn(
  { closes, opens }: Place,
  counts: Readonly<Record<Group, number>>,
  random: Random,
): { contacts: ContactInput[]; groups: ReadonlyMap<string, Group> } {
  const cells = {
    closes: { area: closes.area, state: '' },
    opens: { area: opens.area, state: '' },
    both: { area: closes.area, state: opens.state },
  };
  const names = Object.keys(cells) as Group[];
  const order = shuffled(
    random,
    names.flatMap((group) => Array.from({ length: counts[group] }, () => group)),
  );
  const groups = new Map<string, Group>();
  const contacts = contactsWithOutcomes(order.length, random).map((contact, n) => {
    const group = order[n] ?? 'closes';
    const { area, state } = cells[group];
    const phone = `1${area}${contact.recommended_phone.slice(4)}`;
    groups.set(phone, group);
    return { ...contact, phone_number: `+${phone}`, recommended_phone: phone, state, zipcode: '' };
  });
  return { contacts, groups };
}

/** Returns whether a contact of a group may be called, while only these hours hold. */
export function isOpen(group: Group, { opensAt, closesAt }: Opening, at: number): boolean {
  return (group === 'closes' || at >= opensAt) && (group === 'opens' || at < closesAt);
}

function localTime(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}
