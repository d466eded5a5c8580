import { STATE_ZONES, type PROVINCES as PROVINCE_CODES } from '#shared/calling/state-zones.ts';
import * as zone from './time-zones.ts';

/** A state, territory or province. */
export interface Region {
  /** Its two letters. */
  code: string;
  /** Every zone that a part of it keeps officially. */
  zones: readonly string[];
}

/** The names and other spellings of the states and territories, beside their two letters. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  AL: ['Alabama', 'Ala'],
  AK: ['Alaska'],
  AZ: ['Arizona', 'Ariz'],
  AR: ['Arkansas', 'Ark'],
  CA: ['California', 'Calif', 'Cal'],
  CO: ['Colorado', 'Colo'],
  CT: ['Connecticut', 'Conn'],
  DE: ['Delaware', 'Del'],
  DC: ['District of Columbia', 'Washington DC'],
  FL: ['Florida', 'Fla'],
  GA: ['Georgia'],
  HI: ['Hawaii'],
  ID: ['Idaho'],
  IL: ['Illinois', 'Ill'],
  IN: ['Indiana', 'Ind'],
  IA: ['Iowa'],
  KS: ['Kansas', 'Kan', 'Kans'],
  KY: ['Kentucky'],
  LA: ['Louisiana'],
  ME: ['Maine'],
  MD: ['Maryland'],
  MA: ['Massachusetts', 'Mass'],
  MI: ['Michigan', 'Mich'],
  MN: ['Minnesota', 'Minn'],
  MS: ['Mississippi', 'Miss'],
  MO: ['Missouri'],
  MT: ['Montana', 'Mont'],
  NE: ['Nebraska', 'Neb', 'Nebr'],
  NV: ['Nevada', 'Nev'],
  NH: ['New Hampshire'],
  NJ: ['New Jersey'],
  NM: ['New Mexico', 'N Mex'],
  NY: ['New York', 'New York State'],
  NC: ['North Carolina', 'N Carolina'],
  ND: ['North Dakota', 'N Dak', 'N Dakota'],
  OH: ['Ohio'],
  OK: ['Oklahoma', 'Okla'],
  OR: ['Oregon', 'Ore', 'Oreg'],
  PA: ['Pennsylvania', 'Penn', 'Penna'],
  RI: ['Rhode Island'],
  SC: ['South Carolina', 'S Carolina'],
  SD: ['South Dakota', 'S Dak', 'S Dakota'],
  TN: ['Tennessee', 'Tenn'],
  TX: ['Texas', 'Tex'],
  UT: ['Utah'],
  VT: ['Vermont'],
  VA: ['Virginia'],
  WA: ['Washington', 'Wash', 'Washington State'],
  WV: ['West Virginia', 'W Va', 'W Virginia'],
  WI: ['Wisconsin', 'Wis', 'Wisc'],
  WY: ['Wyoming', 'Wyo'],
  AS: ['American Samoa'],
  GU: ['Guam'],
  MP: ['Northern Mariana Islands', 'CNMI'],
  PR: ['Puerto Rico'],
  VI: ['Virgin Islands', 'US Virgin Islands', 'USVI'],
};

interface Province extends Region {
  code: (typeof PROVINCE_CODES)[number];
  names: readonly string[];
}

const PROVINCES: readonly Province[] = [
  { code: 'AB', zones: [zone.MOUNTAIN], names: ['Alberta'] },
  {
    code: 'BC',
    zones: [zone.WESTERN_CANADA, zone.MOUNTAIN],
    names: ['British Columbia', 'British Colombia'],
  },
  { code: 'MB', zones: [zone.CENTRAL], names: ['Manitoba'] },
  { code: 'NB', zones: [zone.ATLANTIC], names: ['New Brunswick'] },
  {
    code: 'NL',
    zones: [zone.NEWFOUNDLAND, zone.ATLANTIC],
    names: ['Newfoundland and Labrador', 'Newfoundland', 'NF'],
  },
  { code: 'NS', zones: [zone.ATLANTIC], names: ['Nova Scotia'] },
  { code: 'NT', zones: [zone.MOUNTAIN], names: ['Northwest Territories'] },
  { code: 'NU', zones: [zone.EASTERN, zone.CENTRAL, zone.MOUNTAIN], names: ['Nunavut'] },
  { code: 'ON', zones: [zone.EASTERN, zone.CENTRAL], names: ['Ontario'] },
  { code: 'PE', zones: [zone.ATLANTIC], names: ['Prince Edward Island', 'PEI'] },
  { code: 'QC', zones: [zone.EASTERN, zone.ATLANTIC], names: ['Quebec', 'PQ'] },
  { code: 'SK', zones: [zone.CENTRAL_STANDARD, zone.MOUNTAIN], names: ['Saskatchewan'] },
  { code: 'YT', zones: [zone.WESTERN_CANADA], names: ['Yukon', 'Yukon Territory'] },
];

const states = Object.entries(STATES).map(([code, names]) => ({
  code,
  names,
  zones: (STATE_ZONES[code] ?? []).map(zone.representative),
}));

const bySpelling = new Map<string, Region>(
  [...states, ...PROVINCES].flatMap(({ code, zones, names }) =>
    [code, `US${code}`, ...names].map((text) => [lettersOf(text), { code, zones }]),
  ),
);

/** Returns the region that a State cell names: "TX", "tx.", "Texas", "US-TX", "Québec"; undefined for any other text. */
export function readRegion(cell: string): Region | undefined {
  return bySpelling.get(lettersOf(cell));
}

function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toUpperCase();
}
