import { MAX_MESSAGE_LENGTH } from '#shared/campaign-limits.ts';
import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/contact-columns.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { formatNumber } from '#shared/formats.ts';
import { findPlaceholders, isPlaceholder, placeholderField, renderMessage } from './message-template.ts';

/** Capitalising may make a letter of a name up to three. */
const MAX_CASE_GROWTH = 3;

/** What the length of a message depends on, so that a list of a million need not be rendered to be checked. */
export interface MessageShape {
  /** Characters that everybody hears. */
  literal: number;
  /** The columns that its placeholders stand for, as places in `CONTACT_COLUMNS`, each as often as it appears. */
  columns: readonly number[];
  /** Whether nothing is left of it where all of these are empty. */
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

/** Whether a contact may be unfit for a message, by the lengths of its cells; asked of each, it must be quick. */
export function mayBeInvalid({ literal, columns, canBeEmpty }: MessageShape, lengths: Int32Array): boolean {
  let values = 0;
  for (const column of columns) values += lengths[column] ?? 0;
  return (values === 0 && canBeEmpty) || literal + values * MAX_CASE_GROWTH > MAX_MESSAGE_LENGTH;
}

/** The same of a whole list: the longest cell of each column, and whether a column is empty for anyone. */
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

/** Why a contact cannot be given a message (the carrier takes no empty one and none that is too long), or null. */
export function messageErrorOf(message: string, contact: Readonly<Contact>): string | null {
  const { length } = renderMessage(message, contact).trim();
  if (length === 0) return 'The message is empty for this contact';
  if (length <= MAX_MESSAGE_LENGTH) return null;
  return `The message is longer than ${formatNumber(MAX_MESSAGE_LENGTH)} characters for this contact`;
}

function columnOf(wanted: ContactField): number {
  return CONTACT_COLUMNS.findIndex(({ field }) => field === wanted);
}
