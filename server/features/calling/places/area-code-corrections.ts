import * as zone from './time-zones.ts';

/** What the map of number prefixes lacks or has wrong, as the numbering plan assigns it. */
interface Correction {
  /** Added to the zones of the map, or in their place with `wrong`. */
  zones?: readonly string[];
  /** The zones of the map are wrong. */
  wrong?: true;
  /** States and provinces, where the map names none. */
  states?: readonly string[];
  /** The code has been assigned and is not in service yet. */
  planned?: true;
}

const EASTERN_CENTRAL = { zones: [zone.EASTERN, zone.CENTRAL] };
const BRITISH_COLUMBIA = { zones: [zone.WESTERN_CANADA, zone.CENTRAL_STANDARD] };
const SASKATCHEWAN = { zones: [zone.CENTRAL_STANDARD] };
const QUEBEC_EAST = { zones: [zone.EASTERN, zone.ATLANTIC] };
const LABRADOR = { zones: [zone.NEWFOUNDLAND, zone.ATLANTIC] };

export const CORRECTIONS: Readonly<Record<string, Correction>> = {
  // Overlays of area codes that lie in two zones: the map has one zone for the new code.
  '448': EASTERN_CENTRAL,
  '364': EASTERN_CENTRAL,
  '930': EASTERN_CENTRAL,
  '729': { ...EASTERN_CENTRAL, states: ['TN'] },
  '458': { zones: [zone.PACIFIC, zone.MOUNTAIN] },
  '236': BRITISH_COLUMBIA,
  '250': BRITISH_COLUMBIA,
  '257': BRITISH_COLUMBIA,
  '672': BRITISH_COLUMBIA,
  '778': BRITISH_COLUMBIA,
  '306': SASKATCHEWAN,
  '639': SASKATCHEWAN,
  '367': QUEBEC_EAST,
  '581': QUEBEC_EAST,
  '867': { zones: [zone.EASTERN, zone.CENTRAL, zone.MOUNTAIN, zone.WESTERN_CANADA], wrong: true },
  // The map has the zone of another place.
  '709': { ...LABRADOR, wrong: true },
  '879': { ...LABRADOR, wrong: true },
  '907': { zones: [zone.ALASKA, zone.ALEUTIAN], wrong: true },
  '474': { ...SASKATCHEWAN, wrong: true },
  '689': { zones: [zone.EASTERN], wrong: true },
  // Overlays that are newer than the map.
  '357': { zones: [zone.PACIFIC], states: ['CA'] },
  '436': { zones: [zone.EASTERN], states: ['OH'] },
  '457': { zones: [zone.CENTRAL], states: ['LA'] },
  '465': { zones: [zone.EASTERN], states: ['NY'] },
  '471': { zones: [zone.CENTRAL], states: ['MS'] },
  '483': { zones: [zone.CENTRAL], states: ['AL'] },
  '621': { zones: [zone.CENTRAL], states: ['TX'] },
  '624': { zones: [zone.EASTERN], states: ['NY'] },
  '679': { zones: [zone.EASTERN], states: ['MI'] },
  '837': { zones: [zone.PACIFIC], states: ['CA'] },
  '861': { zones: [zone.CENTRAL], states: ['IL'] },
  '924': { zones: [zone.CENTRAL], states: ['MN'] },
  // Assigned, and not in service yet.
  '565': { zones: [zone.EASTERN], states: ['GA'], planned: true },
  // Regions without an entry of their own.
  '340': { states: ['VI'] },
  '670': { states: ['MP'] },
  '671': { states: ['GU'] },
  '684': { states: ['AS'] },
  '787': { states: ['PR'] },
  '939': { states: ['PR'] },
};

/** The codes that are assigned and not in service yet. */
export const PLANNED_CODES: ReadonlySet<string> = new Set(
  Object.keys(CORRECTIONS).filter((code) => CORRECTIONS[code]?.planned === true),
);
