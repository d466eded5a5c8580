/** Returns a line for each text and number of a value, with its place: to list a table of texts in a file. */
export function linesOf(value: unknown, place = ''): string {
  if (typeof value === 'function') return '';
  if (typeof value !== 'object' || value === null) return `${place}: ${String(value)}\n`;
  const parts = Object.entries(value);
  if (parts.length === 0) return `${place}: none\n`;
  return parts.map(([name, part]) => linesOf(part, place === '' ? name : `${place}.${name}`)).join('');
}
