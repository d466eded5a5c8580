import {
  findPlaceholders,
  isPlaceholder,
  MAPPED_PLACEHOLDERS,
  placeholderField,
  PLACEHOLDERS,
  unknownPlaceholders,
  type OwnNames,
} from '#shared/messages/message-template.ts';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';

/** Returns the placeholders that the columns of a file can fill, its own ones last; the mapped ones without a file. */
export function availablePlaceholders(summary: ContactFileSummary | null): readonly string[] {
  if (summary === null) return MAPPED_PLACEHOLDERS;
  const documented = PLACEHOLDERS.filter((name) => summary.columns.includes(placeholderField(name)));
  return [...documented, ...summary.own.map(({ name }) => name)];
}

/** Returns words that may stand in place of a placeholder, to be typed over. */
export function suggestedFallback(name: string): string {
  return name === 'first_name' ? 'there' : `your ${name.replaceAll('_', ' ')}`;
}

/** Returns for how many contacts a placeholder is empty: for all of them if they lack its column. Null if it is not known. */
export function emptyCount(
  { columns, empty, own, contacts }: ContactFileSummary,
  name: string,
): number | null {
  const column = own.find((one) => one.name === name);
  if (column !== undefined) return column.empty;
  const field = isPlaceholder(name) ? placeholderField(name) : null;
  if (field === null || !columns.includes(field)) return contacts;
  return empty === null ? null : (empty[field] ?? contacts);
}

/** Placeholders of a message that are empty for some contacts. */
interface PartlyEmpty {
  name: string;
  people: number;
  /** What these contacts hear instead; '' if it is left out for them. */
  fallback: string;
}

/** Returns the placeholders of a message that are empty for some contacts, with the number of these. */
export function partlyEmptyPlaceholders(message: string, summary: ContactFileSummary): PartlyEmpty[] {
  const unknown = unknownPlaceholders(
    message,
    summary.own.map(({ name }) => name),
  );
  const used = findPlaceholders(message).filter(({ name }) => !unknown.includes(name));
  const unique = new Map(used.map(({ name, fallback }) => [`${name}|${fallback}`, { name, fallback }]));
  return [...unique.values()]
    .map(({ name, fallback }) => ({ name, people: emptyCount(summary, name) ?? 0, fallback }))
    .filter(({ people }) => people > 0);
}

/** A segment of a message: plain text, a placeholder, or an unknown placeholder. */
interface MessageSegment {
  kind: 'text' | 'placeholder' | 'unknown';
  text: string;
}

/** Splits a message into segments. Joined again, they equal the message. `own` names the list's own columns. */
export function messageSegments(message: string, own: OwnNames): MessageSegment[] {
  const unknown = unknownPlaceholders(message, own);
  const segments: MessageSegment[] = [];
  let rest = 0;
  for (const { name, start, end } of findPlaceholders(message)) {
    if (start > rest) segments.push({ kind: 'text', text: message.slice(rest, start) });
    const kind = unknown.includes(name) ? 'unknown' : 'placeholder';
    segments.push({ kind, text: message.slice(start, end) });
    rest = end;
  }
  if (rest < message.length) segments.push({ kind: 'text', text: message.slice(rest) });
  return segments;
}
