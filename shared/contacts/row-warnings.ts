import { COUNTRY_CODES } from '#shared/countries.ts';
import { COUNTRY, PHONE_NUMBER, RECOMMENDED_PHONE, STATE, type ContactCells } from './contact-cells.ts';
import type { ListWarnings } from './list-warnings.ts';
import { NUMBER_SEPARATOR } from './phone-text.ts';
import { countryCode, STATE_CODES, stateCode } from './places/place-codes.ts';
import { isEmptyOrCode, tableOf } from './two-letters.ts';

/** Notes what is odd about a valid row, by its line. Usual cells allocate nothing. */
export function noteRowWarnings(warnings: ListWarnings, cells: ContactCells, line: number): void {
  if (!isEmptyOrCode(cells, STATE, states) && stateCode(cells.cell(STATE)) === undefined)
    warnings.note('unknown_state', line, cells.cell(STATE));
  if (!isEmptyOrCode(cells, COUNTRY, countries) && countryCode(cells.cell(COUNTRY)) === undefined)
    warnings.note('unknown_country', line, cells.cell(COUNTRY));
  if (hasSeveral(cells, PHONE_NUMBER)) warnings.note('several_numbers', line, cells.cell(PHONE_NUMBER));
  else if (hasSeveral(cells, RECOMMENDED_PHONE))
    warnings.note('several_numbers', line, cells.cell(RECOMMENDED_PHONE));
}

const states = tableOf(STATE_CODES);
const countries = tableOf(COUNTRY_CODES);

/** A number with its punctuation is shorter than two with what divides them. */
const MAX_ONE_NUMBER = 16;

function hasSeveral(cells: ContactCells, column: number): boolean {
  return (cells.lengths[column] ?? 0) > MAX_ONE_NUMBER && cells.cell(column).includes(NUMBER_SEPARATOR);
}
