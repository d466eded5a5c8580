import type { Contact } from '#shared/contacts/contact-list.ts';

/** The message that is tested, as the draft has it now. */
export interface TestDropProps {
  voiceId: string;
  message: string;
  messageOverrides: readonly string[];
  /** For whom the placeholders are filled; null until it is read. */
  contact: Contact | null;
  /** Why the message cannot be sent as it is. */
  refusals: readonly string[];
  onClose: () => void;
}
