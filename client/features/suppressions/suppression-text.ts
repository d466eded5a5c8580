import { formatNumber, formatPhone } from '#shared/formats.ts';
import type { SuppressionSource } from '#shared/schemas/suppressions.ts';

/** How a number came onto the list, in the words of the screen. */
export const SOURCE_LABEL: Record<SuppressionSource, string> = {
  'carrier report': 'Carrier report',
  added: 'Added by you',
  imported: 'Imported',
};

/** "1 number", "12 numbers". */
export function numbersOf(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'number' : 'numbers'}`;
}

/** The line under the heading: what the list means, and how long it is. */
export function listSummary(total: number): string {
  return total === 0
    ? 'Numbers that your campaigns never call.'
    : `${numbersOf(total)} that your campaigns never call.`;
}

/** What came of adding one number. */
export function addedText(phone: string, added: boolean): string {
  return added
    ? `${formatPhone(phone)} will not be called any more.`
    : `${formatPhone(phone)} is on the list already.`;
}

/** What came of an import. */
export function importedText(added: number, known: number): string {
  if (known === 0) return `${numbersOf(added)} added.`;
  return `${numbersOf(added)} added, ${formatNumber(known)} ${known === 1 ? 'was' : 'were'} on the list already.`;
}

/** What a list that was read holds besides its numbers; empty where there is nothing to say. */
export function repeatedText(repeated: number): string {
  if (repeated === 0) return '';
  return `${formatNumber(repeated)} more ${repeated === 1 ? 'is a repetition' : 'are repetitions'} and counted once.`;
}
