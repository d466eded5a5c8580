/** A whole cell that is a date of ISO 8601, also with a time, which is not said. */
const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/**
 * Returns the words for a cell that is a date of ISO 8601 (`2026-12-03`): `December 3`, with the year unless it is this one or
 * the date lies within the next twelve months from `today`; without `today`, always. Any other cell is returned as it is written: in
 * `12/03/2026` nothing says which is the month, and no amount, phone number or code has this form.
 */
export function spokenCell(cell: string, today: Date | null): string {
  const match = ISO_DATE.exec(cell.trim());
  if (match === null) return cell;
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || year < FIRST_YEAR || year > LAST_YEAR) return cell;
  const said = `${MONTHS[month - 1] ?? ''} ${String(day)}`;
  return today !== null && isNear(date, today) ? said : `${said}, ${String(year)}`;
}

function isNear(date: Date, today: Date): boolean {
  const year = today.getUTCFullYear();
  const inAYear = Date.UTC(year + 1, today.getUTCMonth(), today.getUTCDate());
  return date.getUTCFullYear() === year || (date.getTime() > today.getTime() && date.getTime() <= inAYear);
}
