import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { isOwnName, MAX_OWN_CELL_LENGTH } from '#shared/contacts/columns/own-columns.ts';
import { formatNumber } from '#shared/formats.ts';
import {
  findPlaceholders,
  isPlaceholder,
  placeholderField,
  type PlaceholderSpan,
  renderMessage,
  type ContactValues,
} from './message-template.ts';

/** Changing the case of one letter may yield up to three characters; a date in words is shorter than thrice its cell. */
const MAX_CASE_GROWTH = 3;

/** Properties that bound a message's rendered length, so that large lists need not be rendered to be checked. */
export interface MessageShape {
  /** Number of characters outside placeholders and in fallbacks. */
  literal: number;
  /** Indexes of the placeholders, one per occurrence: in `CONTACT_COLUMNS`, and after these in the own columns. */
  columns: readonly number[];
  /** Whether the rendered message is empty if all these columns are empty. */
  canBeEmpty: boolean;
}

/** Returns the shape of a message for lists with these own columns; placeholders of others are empty. */
export function messageShape(message: string, own: readonly string[] = []): MessageShape {
  const spans = findPlaceholders(message).filter(({ name }) => isPlaceholder(name) || isOwnName(name));
  const columns = spans.map((span) => columnOf(span, own)).filter((column) => column !== -1);
  const starts = [0, ...spans.map(({ end }) => end)];
  const text = starts
    .map((start, at) => message.slice(start, spans[at]?.start) + (spans[at]?.fallback ?? ''))
    .join('');
  // A last name may be missing; the other required cells are filled.
  const isFilled = columns.some((column) => {
    const { required = false, field } = CONTACT_COLUMNS[column] ?? {};
    return required && field !== 'last_name';
  });
  return { literal: text.length, columns, canBeEmpty: !isFilled && /^[\s,;:.!?()]*$/.test(text) };
}

/** Fast check by the lengths of a contact's cells; false means that the message is valid for the contact. */
export function mayBeInvalid({ literal, columns, canBeEmpty }: MessageShape, lengths: Int32Array): boolean {
  let values = 0;
  for (const column of columns) values += lengths[column] ?? 0;
  return (values === 0 && canBeEmpty) || literal + values * MAX_CASE_GROWTH > MAX_MESSAGE_LENGTH;
}

/**
 * The same check for a whole list: the longest cell of each column, and whether a column is empty for any contact, both by
 * the index of the column.
 */
export function mayBeInvalidForAnyone(
  shape: MessageShape,
  longest: Int32Array,
  hasEmpty: (column: number) => boolean,
): boolean {
  const isTooLong = (column: number) =>
    column >= CONTACT_COLUMNS.length && (longest[column] ?? 0) > MAX_OWN_CELL_LENGTH;
  return (
    mayBeInvalid({ ...shape, canBeEmpty: false }, longest) ||
    shape.columns.some(isTooLong) ||
    (shape.canBeEmpty && shape.columns.every(hasEmpty))
  );
}

/** Returns why the rendered message is invalid for a contact (empty or too long for the carrier), or null. */
export function messageErrorOf(message: string, contact: ContactValues): string | null {
  const { length } = renderMessage(message, contact, null).trim();
  if (length === 0) return 'The message is empty for this contact';
  if (length <= MAX_MESSAGE_LENGTH) return null;
  return `The message is longer than ${formatNumber(MAX_MESSAGE_LENGTH)} characters for this contact`;
}

/** Returns the index of the column of a placeholder; -1 if the list has none. */
function columnOf({ name }: PlaceholderSpan, own: readonly string[]): number {
  if (isPlaceholder(name)) {
    const wanted = placeholderField(name);
    return CONTACT_COLUMNS.findIndex(({ field }) => field === wanted);
  }
  return own.includes(name) ? CONTACT_COLUMNS.length + own.indexOf(name) : -1;
}
