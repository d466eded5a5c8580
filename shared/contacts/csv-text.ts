/**
 * A value as a CSV cell that no spreadsheet takes for a formula: a first character that would begin one, in its
 * full-width form too, is kept behind an apostrophe. Quoting is the writer's work.
 */
export function neutralCell(value: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
}
