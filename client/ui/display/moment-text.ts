/**
 * Formats a moment in the time zone of the reader: `Mon, Nov 30, 11:00 AM`, with the year if it is not the present one.
 * Lists and their files use `formatDateTime` instead, as documented.
 */
export function momentText(at: string | Date): string {
  const date = new Date(at);
  const format = date.getFullYear() === new Date().getFullYear() ? THIS_YEAR : OTHER_YEAR;
  // Some versions of Intl put a narrow space before AM.
  return format.format(date).replace(/\s/gu, ' ');
}

const FIELDS: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};
const THIS_YEAR = new Intl.DateTimeFormat('en-US', FIELDS);
const OTHER_YEAR = new Intl.DateTimeFormat('en-US', { ...FIELDS, year: 'numeric' });
