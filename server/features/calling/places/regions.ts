import { PROVINCE_ZONES, STATE_ZONES } from '#shared/calling/state-zones.ts';
import { stateCode } from '#shared/contacts/places/place-codes.ts';
import { representative } from './time-zones.ts';

/** A state, territory or province. */
export interface Region {
  /** Its two letters. */
  code: string;
  /** Every zone that a part of it keeps officially. */
  zones: readonly string[];
}

const byCode = new Map<string, Region>(
  Object.entries({ ...STATE_ZONES, ...PROVINCE_ZONES }).map(([code, zones]) => [
    code,
    { code, zones: zones.map(representative) },
  ]),
);

/** Returns the region that a State cell names, as `stateCode` reads it; undefined for any other text. */
export function readRegion(cell: string): Region | undefined {
  return byCode.get(stateCode(cell) ?? '');
}
