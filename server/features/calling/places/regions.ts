import { STATE_ZONES, type PROVINCES } from '#shared/calling/state-zones.ts';
import { stateCode } from '#shared/contacts/places/place-codes.ts';
import * as zone from './time-zones.ts';

/** A state, territory or province. */
export interface Region {
  /** Its two letters. */
  code: string;
  /** Every zone that a part of it keeps officially. */
  zones: readonly string[];
}

const PROVINCE_ZONES: Readonly<Record<(typeof PROVINCES)[number], readonly string[]>> = {
  AB: [zone.MOUNTAIN],
  BC: [zone.WESTERN_CANADA, zone.MOUNTAIN],
  MB: [zone.CENTRAL],
  NB: [zone.ATLANTIC],
  NL: [zone.NEWFOUNDLAND, zone.ATLANTIC],
  NS: [zone.ATLANTIC],
  NT: [zone.MOUNTAIN],
  NU: [zone.EASTERN, zone.CENTRAL, zone.MOUNTAIN],
  ON: [zone.EASTERN, zone.CENTRAL],
  PE: [zone.ATLANTIC],
  QC: [zone.EASTERN, zone.ATLANTIC],
  SK: [zone.CENTRAL_STANDARD, zone.MOUNTAIN],
  YT: [zone.WESTERN_CANADA],
};

const byCode = new Map<string, Region>(
  Object.entries({ ...STATE_ZONES, ...PROVINCE_ZONES }).map(([code, zones]) => [
    code,
    { code, zones: zones.map(zone.representative) },
  ]),
);

/** Returns the region that a State cell names, as `stateCode` reads it; undefined for any other text. */
export function readRegion(cell: string): Region | undefined {
  return byCode.get(stateCode(cell) ?? '');
}
