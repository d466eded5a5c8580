import { foldedPhone } from '#shared/contacts/phone-text.ts';
import { stateCode } from './place-codes.ts';

/** Longer texts are no codes. */
const MAX_LENGTH = 40;
/** What keeps a cell as text in a spreadsheet: `'94105` and `="94105"`. */
const KEPT_AS_TEXT = /^(?:'|=?"(?=.*"$))\s*|"$/g;
/** A state that stands before its code. */
const WITH_STATE = /^(\p{L}[\p{L}\p{M}. ]*?)[ ,.-]+([a-z]?\d.*)$/iu;
const PROVINCES_CODE = /^([a-z]\d[a-z]) ?-? ?(\d[a-z]\d)$/i;
/** A ZIP code, of which a spreadsheet may have left out the zeros in front. */
const ZIP = /^(\d{3,5})(?:\.0+)?$/;
/** The same with its last four digits, or with the dash before them alone. */
const LONG_ZIPS = [/^(\d{3,5}) ?- ?(\d{4})?$/, /^(\d{4,5}) (\d{4})$/, /^(\d{3,5})(\d{4})(?:\.0+)?$/];

/**
 * Returns a Zipcode cell as the post writes it, `94105`, `94105-1234` or `V5K 0A1`; undefined for any other text. Whether there
 * is such a code is not checked.
 */
export function plainZip(cell: string): string | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const text = foldedPhone(cell).replaceAll(KEPT_AS_TEXT, '').trim();
  const [, state = '', code = ''] = WITH_STATE.exec(text) ?? [];
  return codeOf(stateCode(state) === undefined ? text : code);
}

function codeOf(text: string): string | undefined {
  const [, area, unit] = PROVINCES_CODE.exec(text) ?? [];
  if (area !== undefined && unit !== undefined) return `${area} ${unit}`.toUpperCase();
  const five = ZIP.exec(text)?.[1];
  if (five !== undefined) return five.padStart(5, '0');
  const long = LONG_ZIPS.map((form) => form.exec(text)).find((found) => found !== null);
  const [, zip, last] = long ?? [];
  if (zip === undefined) return undefined;
  return last === undefined ? zip.padStart(5, '0') : `${zip.padStart(5, '0')}-${last}`;
}
