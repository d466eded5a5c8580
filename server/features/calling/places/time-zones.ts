/** The zones in which contacts are called. Zones with the same time as one of these are replaced by it. */
export const ATLANTIC = 'America/Halifax';
export const ATLANTIC_STANDARD = 'America/Puerto_Rico';
export const EASTERN = 'America/New_York';
export const CENTRAL = 'America/Chicago';
/** UTC-6 all year, in Alberta since 2026. */
export const CENTRAL_STANDARD = 'America/Regina';
export const MOUNTAIN = 'America/Denver';
export const MOUNTAIN_STANDARD = 'America/Phoenix';
/** British Columbia and Yukon: UTC-7 all year, in British Columbia since March 2026. */
export const WESTERN_CANADA = 'America/Dawson_Creek';
export const PACIFIC = 'America/Los_Angeles';
export const ALASKA = 'America/Anchorage';
export const ALEUTIAN = 'America/Adak';
export const HAWAII = 'Pacific/Honolulu';
export const NEWFOUNDLAND = 'America/St_Johns';
export const SAMOA = 'Pacific/Pago_Pago';

const SAME_TIME: Readonly<Record<string, string>> = {
  'America/Anguilla': ATLANTIC_STANDARD,
  'America/Antigua': ATLANTIC_STANDARD,
  'America/Barbados': ATLANTIC_STANDARD,
  'America/Boise': MOUNTAIN,
  'America/Cayman': 'America/Jamaica',
  'America/Detroit': EASTERN,
  'America/Dominica': ATLANTIC_STANDARD,
  // Older time zone data does not know the change of 2026.
  'America/Edmonton': CENTRAL_STANDARD,
  'America/Fort_Nelson': WESTERN_CANADA,
  'America/Grand_Turk': EASTERN,
  'America/Grenada': ATLANTIC_STANDARD,
  'America/Juneau': ALASKA,
  'America/Lower_Princes': ATLANTIC_STANDARD,
  'America/Montserrat': ATLANTIC_STANDARD,
  'America/Nassau': EASTERN,
  'America/North_Dakota/Center': CENTRAL,
  'America/Port_of_Spain': ATLANTIC_STANDARD,
  'America/Santo_Domingo': ATLANTIC_STANDARD,
  'America/St_Kitts': ATLANTIC_STANDARD,
  'America/St_Lucia': ATLANTIC_STANDARD,
  'America/St_Thomas': ATLANTIC_STANDARD,
  'America/St_Vincent': ATLANTIC_STANDARD,
  'America/Toronto': EASTERN,
  'America/Tortola': ATLANTIC_STANDARD,
  // Older time zone data does not know the change of March 2026.
  'America/Vancouver': WESTERN_CANADA,
  'America/Winnipeg': CENTRAL,
  'Atlantic/Bermuda': ATLANTIC,
  'Pacific/Saipan': 'Pacific/Guam',
};

/** Returns the zone that stands for all zones with the same time, such as America/New_York for America/Toronto. */
export function representative(zone: string): string {
  return SAME_TIME[zone] ?? zone;
}
