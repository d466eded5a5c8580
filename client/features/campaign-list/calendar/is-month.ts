/** Returns whether a text is a month that the calendar can show. */
export function isMonth(text: string): boolean {
  return /^(20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text);
}
