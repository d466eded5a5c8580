import { createHash } from 'node:crypto';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { Split } from '#shared/schemas/campaigns/split.ts';

/**
 * Whether a contact is not in the half that a campaign calls. By the number alone, so that nobody is in both halves of a test
 * although its list changes between them.
 */
export function isInOtherHalf(
  { recommended_phone: phone }: Pick<Contact, 'recommended_phone'>,
  split: Split | undefined,
): boolean {
  if (split === undefined) return false;
  const [byte = 0] = createHash('sha256').update(`${split.test}:${phone}`).digest();
  return (byte % 2) + 1 !== split.part;
}
