import { COUNTRY, PHONE_NUMBER, RECOMMENDED_PHONE, type ContactCells } from './contact-cells.ts';
import { firstNumber, isWithoutCode } from './phone-number.ts';
import { countryCode } from './places/place-codes.ts';
import { isEmptyOrCode, tableOf } from './two-letters.ts';

/** The countries whose numbers have the country code 1, and Namibia: "N/A" is read as its letters. */
const NOT_ELSEWHERE: readonly string[] = [
  ...['US', 'CA', 'PR', 'VI', 'GU', 'AS', 'MP', 'AG', 'AI', 'BB', 'BM', 'BS', 'DM', 'DO', 'GD', 'JM', 'KN'],
  ...['KY', 'LC', 'MS', 'SX', 'TC', 'TT', 'VC', 'VG', 'NA'],
];
const notElsewhere = tableOf(NOT_ELSEWHERE);

/**
 * Returns whether a number is written without a country code where its country is known and has another than 1: its digits
 * would be read as a number of North America, which somebody else has.
 */
export function lacksCountryCode(cell: string, country: string): boolean {
  const code = countryCode(country);
  return code !== undefined && !NOT_ELSEWHERE.includes(code) && isWithoutCode(firstNumber(cell));
}

/** Returns the column of a row's number that lacks its country code; undefined if neither does. */
export function columnWithoutCode(cells: ContactCells): number | undefined {
  if (isEmptyOrCode(cells, COUNTRY, notElsewhere)) return undefined;
  const country = cells.cell(COUNTRY);
  return [PHONE_NUMBER, RECOMMENDED_PHONE].find((column) => lacksCountryCode(cells.cell(column), country));
}
