import {
  findPlaceholders,
  isPlaceholder,
  placeholderField,
  PLACEHOLDERS,
  type Placeholder,
} from '#shared/messages/message-template.ts';
import type { ContactFileSummary } from '#client/features/campaigns/contact-file/file-summary.ts';

/** The placeholders that a file's columns can fill, all nine while there is none (B §3). */
export function availablePlaceholders(summary: ContactFileSummary | null): readonly Placeholder[] {
  if (summary === null) return PLACEHOLDERS;
  return PLACEHOLDERS.filter((name) => summary.columns.includes(placeholderField(name)));
}

/** For how many people a placeholder stays empty; for all of them where the file lacks its column. */
export function emptyCount(summary: ContactFileSummary, name: Placeholder): number {
  return summary.empty[placeholderField(name)] ?? summary.contacts;
}

/** The placeholders of a message that are empty for some people, each once, and for how many. */
export function partlyEmptyPlaceholders(
  message: string,
  summary: ContactFileSummary,
): { name: Placeholder; people: number }[] {
  const used = new Set(findPlaceholders(message).map((span) => span.name));
  return [...used]
    .filter(isPlaceholder)
    .map((name) => ({ name, people: emptyCount(summary, name) }))
    .filter(({ people }) => people > 0);
}
