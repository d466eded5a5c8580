const EASTERN = ['America/New_York'];
const CENTRAL = ['America/Chicago'];
const MOUNTAIN = ['America/Denver'];
const PACIFIC = ['America/Los_Angeles'];
const ATLANTIC = ['America/Halifax'];
const CENTRAL_STANDARD = ['America/Regina'];
const WESTERN_CANADA = ['America/Dawson_Creek'];

/** The time zones of each state, the federal district and the territories that have area codes of North America. */
export const STATE_ZONES: Readonly<Record<string, readonly string[]>> = {
  AL: CENTRAL,
  AK: ['America/Anchorage', 'America/Adak'],
  AR: CENTRAL,
  // The Navajo Nation follows the time of Denver.
  AZ: ['America/Phoenix', 'America/Denver'],
  CA: PACIFIC,
  CO: MOUNTAIN,
  CT: EASTERN,
  DC: EASTERN,
  DE: EASTERN,
  FL: [...EASTERN, ...CENTRAL],
  GA: EASTERN,
  HI: ['Pacific/Honolulu'],
  IA: CENTRAL,
  ID: ['America/Boise', ...PACIFIC],
  IL: CENTRAL,
  IN: [...EASTERN, ...CENTRAL],
  KS: [...CENTRAL, ...MOUNTAIN],
  KY: [...EASTERN, ...CENTRAL],
  LA: CENTRAL,
  MA: EASTERN,
  MD: EASTERN,
  ME: EASTERN,
  MI: ['America/Detroit', ...CENTRAL],
  MN: CENTRAL,
  MO: CENTRAL,
  MS: CENTRAL,
  MT: MOUNTAIN,
  NC: EASTERN,
  ND: [...CENTRAL, ...MOUNTAIN],
  NE: [...CENTRAL, ...MOUNTAIN],
  NH: EASTERN,
  NJ: EASTERN,
  NM: MOUNTAIN,
  NV: [...PACIFIC, ...MOUNTAIN],
  NY: EASTERN,
  OH: EASTERN,
  OK: CENTRAL,
  OR: [...PACIFIC, 'America/Boise'],
  PA: EASTERN,
  RI: EASTERN,
  SC: EASTERN,
  SD: [...CENTRAL, ...MOUNTAIN],
  TN: [...EASTERN, ...CENTRAL],
  TX: [...CENTRAL, ...MOUNTAIN],
  UT: MOUNTAIN,
  VA: EASTERN,
  VT: EASTERN,
  WA: PACIFIC,
  WI: CENTRAL,
  WV: EASTERN,
  WY: MOUNTAIN,
  AS: ['Pacific/Pago_Pago'],
  GU: ['Pacific/Guam'],
  MP: ['Pacific/Saipan'],
  PR: ['America/Puerto_Rico'],
  VI: ['America/St_Thomas'],
};

/**
 * The time zones of the provinces and territories of Canada, which have no rules of their own here. Of those that changed
 * their time in 2026, each zone is named that has it all year: older time zone data does not know the changes.
 */
export const PROVINCE_ZONES: Readonly<Record<string, readonly string[]>> = {
  // UTC-6 all year.
  AB: CENTRAL_STANDARD,
  // UTC-7 all year; places in the south east follow Alberta.
  BC: [...WESTERN_CANADA, ...CENTRAL_STANDARD],
  MB: CENTRAL,
  NB: ATLANTIC,
  NL: ['America/St_Johns', ...ATLANTIC],
  NS: ATLANTIC,
  // Announced to follow Alberta.
  NT: [...CENTRAL_STANDARD, ...MOUNTAIN],
  NU: [...EASTERN, ...CENTRAL, ...MOUNTAIN],
  ON: [...EASTERN, ...CENTRAL],
  PE: ATLANTIC,
  QC: [...EASTERN, ...ATLANTIC],
  SK: CENTRAL_STANDARD,
  YT: WESTERN_CANADA,
};

/** West of the date line: no hour that is allowed there is allowed in the strictest states too. */
const WEST_OF_THE_DATE_LINE: ReadonlySet<string> = new Set(['GU', 'MP']);

/**
 * Where a number of no known place may be: in any state or territory. Two territories are left out, as nobody could be called
 * otherwise; each has one area code, which is known.
 */
export const ANY_STATE: readonly string[] = Object.keys(STATE_ZONES).filter(
  (state) => !WEST_OF_THE_DATE_LINE.has(state),
);

/** The time zones of these. */
export const COUNTRY_ZONES: readonly string[] = [
  ...new Set(ANY_STATE.flatMap((state) => STATE_ZONES[state] ?? [])),
];
