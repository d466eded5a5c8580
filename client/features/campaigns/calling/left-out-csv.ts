import { spreadsheetHead, spreadsheetLine } from '#shared/csv-line.ts';
import type { LeftOutContact } from '#shared/schemas/campaigns/check-list.ts';

/** Returns contacts that are left out as a CSV file with the columns Line, Phone, Name and Reason. */
export function leftOutCsv(contacts: readonly LeftOutContact[]): Blob {
  const rows = contacts.map(({ line, phone, name, reason }) => spreadsheetLine([line, phone, name, reason]));
  return new Blob([spreadsheetHead(['Line', 'Phone', 'Name', 'Reason']), ...rows], { type: 'text/csv' });
}
