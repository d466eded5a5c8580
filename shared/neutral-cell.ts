/**
 * Escapes a value against CSV formula injection: a leading formula character, also in full-width form, gets an
 * apostrophe. Does not quote.
 */
export function neutralCell(value: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
}
