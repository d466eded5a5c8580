import { neutralCell } from '#shared/formats.ts';
import type { LeftOutContact } from '#shared/schemas/campaigns/check-list.ts';

/** Returns contacts that are left out as a CSV file with the columns Line, Phone, Name and Reason. */
export function leftOutCsv(contacts: readonly LeftOutContact[]): Blob {
  const rows = contacts.map(({ line, phone, name, reason }) =>
    [String(line), phone, cell(name), reason].join(','),
  );
  return new Blob(['Line,Phone,Name,Reason\r\n', ...rows.map((row) => `${row}\r\n`)], { type: 'text/csv' });
}

/** A spreadsheet would run a name that reads as a formula. */
function cell(text: string): string {
  return `"${neutralCell(text).replaceAll('"', '""')}"`;
}
