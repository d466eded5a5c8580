import { searchedDigits } from '#shared/contacts/phone-number.ts';
import { formatCount } from '#shared/formats.ts';
import { needsRemovalReason, type SuppressionSource } from '#shared/schemas/calling/suppressions.ts';

/** Labels of the sources of a number. */
export const SOURCE_LABEL: Record<SuppressionSource, string> = {
  'carrier report': 'Carrier report',
  'stop page': 'Stop page',
  'inbound call': 'Inbound call',
  added: 'Added by you',
  imported: 'Imported',
};

/** Formats "1 number", "12 numbers". */
export function numbersOf(count: number): string {
  return formatCount(count, 'number');
}

/** Returns the line below the heading: the purpose and length of the list. */
export function listSummary(total: number): string {
  return total === 0
    ? 'Numbers that your campaigns never call.'
    : `${numbersOf(total)} that your campaigns never call.`;
}

const MAX_DIGITS = 11;

/** Returns the digits that a search text looks for; '' for every number, null for a text that no number has. */
export function digitsToFind(search: string): string | null {
  if (search.trim() === '') return '';
  const digits = searchedDigits(search);
  return digits === undefined || digits.length > MAX_DIGITS ? null : digits;
}

/** Returns why a search finds nothing; `digits` are what it looks for, null if the text is no part of a number. */
export function notFoundText(search: string, digits: string | null): string {
  return digits === null
    ? `“${search.trim()}” is not part of a phone number. Search by digits.`
    : `No number on the list contains ${digits}.`;
}

/** Returns the toast after an import. */
export function importedText(added: number, known: number): string {
  if (known === 0) return `${numbersOf(added)} added.`;
  return `${numbersOf(added)} added, ${formatCount(known, 'was', 'were')} already on the list.`;
}

/** Returns a note about repeated numbers in a list; '' if there are none. */
export function repeatedText(repeated: number): string {
  if (repeated === 0) return '';
  return `${formatCount(repeated, 'duplicate was', 'duplicates were')} left out.`;
}

/** Returns what removing a number means, by how it came to the list. */
export function removalText(source: SuppressionSource): string {
  if (source === 'carrier report')
    return 'The carrier reported that this number must not be called. Remove it only if its owner has agreed to be called again.';
  if (needsRemovalReason(source))
    return 'This person asked not to be called. Remove the number only if they have agreed to be called again.';
  return 'Your campaigns will be able to call this number again.';
}
