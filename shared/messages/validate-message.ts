import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/contact-columns.ts';
import { formatNumber } from '#shared/formats.ts';
import {
  findPlaceholders,
  isPlaceholder,
  placeholderField,
  renderMessage,
  type ContactValues,
} from './message-template.ts';

/** Changing the case of one letter may yield up to three characters. */
const MAX_CASE_GROWTH = 3;

/** Properties that bound a message's rendered length, so that large lists need not be rendered to be checked. */
export interface MessageShape {
  /** Number of characters outside placeholders. */
  literal: number;
  /** Indexes in `CONTACT_COLUMNS` of the placeholders, one per occurrence. */
  columns: readonly number[];
  /** Whether the rendered message is empty if all these columns are empty. */
  canBeEmpty: boolean;
}

export function messageShape(message: string): MessageShape {
  const spans = findPlaceholders(message).filter(({ name }) => isPlaceholder(name));
  const columns = spans.flatMap(({ name }) =>
    isPlaceholder(name) ? [columnOf(placeholderField(name))] : [],
  );
  const text = spans.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), message);
  const isRequired = columns.some((column) => CONTACT_COLUMNS[column]?.required === true);
  return { literal: text.length, columns, canBeEmpty: !isRequired && /^[\s,;:.!?()]*$/.test(text) };
}

/** Fast check by the lengths of a contact's cells; false means that the message is valid for the contact. */
export function mayBeInvalid({ literal, columns, canBeEmpty }: MessageShape, lengths: Int32Array): boolean {
  let values = 0;
  for (const column of columns) values += lengths[column] ?? 0;
  return (values === 0 && canBeEmpty) || literal + values * MAX_CASE_GROWTH > MAX_MESSAGE_LENGTH;
}

/** The same check for a whole list: the longest cell of each column, and whether a column is empty for any contact. */
export function mayBeInvalidForAnyone(
  shape: MessageShape,
  longest: Int32Array,
  hasEmpty: (field: ContactField) => boolean,
): boolean {
  const fields = shape.columns.flatMap((column) => CONTACT_COLUMNS[column]?.field ?? []);
  return (
    mayBeInvalid({ ...shape, canBeEmpty: false }, longest) || (shape.canBeEmpty && fields.every(hasEmpty))
  );
}

/** Returns why the rendered message is invalid for a contact (empty or too long for the carrier), or null. */
export function messageErrorOf(message: string, contact: ContactValues): string | null {
  const { length } = renderMessage(message, contact).trim();
  if (length === 0) return 'The message is empty for this contact';
  if (length <= MAX_MESSAGE_LENGTH) return null;
  return `The message is longer than ${formatNumber(MAX_MESSAGE_LENGTH)} characters for this contact`;
}

function columnOf(wanted: ContactField): number {
  return CONTACT_COLUMNS.findIndex(({ field }) => field === wanted);
}
