import { hashSecret, newId } from '#server/platform/lib/secrets/ids.ts';

const CODES = 10;
/** 80 bits: the hash of a code in a copy of the database cannot be reversed by trying. */
const CHARACTERS = 16;
const GROUP = /.{4}(?=.)/g;

/** Returns ten new recovery codes, as shown to the user: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => newId().slice(0, CHARACTERS).replace(GROUP, '$&-'));
}

/** Returns the hash under which a user's code is stored. Case, spaces and hyphens do not matter. */
export function hashRecoveryCode(uid: string, code: string): string {
  return hashSecret(`${uid}:${code.toLowerCase().replace(/[\s-]/g, '')}`);
}
