import { createContactListChecker } from '#shared/contacts/contact-list.ts';
import {
  ownPlaceholders,
  placeholderProblem,
  renderMessage,
  type ContactValues,
} from '#shared/messages/message-template.ts';
import { messageErrorOf } from '#shared/messages/validate-message.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { invalidField } from '#server/platform/lib/errors.ts';

/**
 * Returns the text that a campaign with this message would speak to a contact of a list today. Throws `AppError` INVALID_INPUT
 * for an unknown placeholder, an invalid contact, and a text that is empty or too long.
 */
export function textFor(message: string, contact: ContactInput, today: Date): string {
  const problem = placeholderProblem(message, Object.keys(contact.custom ?? {}));
  if (problem !== null) throw invalidField('message', problem);
  const checker = createContactListChecker({ own: ownPlaceholders(message), lastNameOptional: true });
  const row = checker.fromPayload(contact, 0);
  if (!row.ok) throw invalidField('contact', row.errors.map((error) => error.message).join('; '));
  return textForStored(message, row.contact, today);
}

/** Returns the same for a contact that a campaign has stored. */
export function textForStored(message: string, contact: ContactValues, today: Date): string {
  const problem = messageErrorOf(message, contact);
  if (problem !== null) throw invalidField('message', problem);
  return renderMessage(message, contact, today);
}
