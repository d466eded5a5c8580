import {
  findPlaceholders,
  isPlaceholder,
  placeholderField,
  PLACEHOLDERS,
  type Placeholder,
} from '#shared/messages/message-template.ts';
import type { ContactFileSummary } from '#client/features/campaigns/contact-file/file-summary.ts';

/** Returns the placeholders that the columns of a file can fill, or all of them without a file. */
export function availablePlaceholders(summary: ContactFileSummary | null): readonly Placeholder[] {
  if (summary === null) return PLACEHOLDERS;
  return PLACEHOLDERS.filter((name) => summary.columns.includes(placeholderField(name)));
}

/** Returns for how many contacts a placeholder is empty: for all of them if the file lacks its column. */
export function emptyCount(summary: ContactFileSummary, name: Placeholder): number {
  return summary.empty[placeholderField(name)] ?? summary.contacts;
}

/** Returns the placeholders of a message that are empty for some contacts, with the number of these. */
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

/** A segment of a message: plain text, a placeholder, or an unknown placeholder. */
interface MessageSegment {
  kind: 'text' | 'placeholder' | 'unknown';
  text: string;
}

/** Splits a message into segments. Joined again, they equal the message. */
export function messageSegments(message: string): MessageSegment[] {
  const segments: MessageSegment[] = [];
  let rest = 0;
  for (const { name, start, end } of findPlaceholders(message)) {
    if (start > rest) segments.push({ kind: 'text', text: message.slice(rest, start) });
    segments.push({ kind: isPlaceholder(name) ? 'placeholder' : 'unknown', text: message.slice(start, end) });
    rest = end;
  }
  if (rest < message.length) segments.push({ kind: 'text', text: message.slice(rest) });
  return segments;
}
