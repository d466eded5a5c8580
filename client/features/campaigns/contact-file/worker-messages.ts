import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import type { ErrorTable } from './error-table.ts';

/** The requests of the page: `read` first, then single contacts and validations of a message. */
export type WorkerRequest =
  | { type: 'read'; file: File }
  | { type: 'contact'; index: number }
  | { type: 'messageErrors'; message: string };

/** The replies of the worker. */
export type WorkerReply =
  | { type: 'progress'; bytes: number }
  | { type: 'outcome'; outcome: ContactFileOutcome }
  | { type: 'contact'; index: number; contact: Contact | null }
  | { type: 'messageErrors'; message: string; errors: ErrorTable }
  | { type: 'failed'; message: string };
