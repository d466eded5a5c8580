import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import type { ErrorTable } from './error-table.ts';

/** What the page asks of the worker: to read a file first, then any of its contacts, and who cannot be given a message. */
export type WorkerRequest =
  { type: 'read'; file: File } | { type: 'contact'; index: number } | { type: 'misfits'; message: string };

/** What the worker answers. */
export type WorkerReply =
  | { type: 'progress'; bytes: number }
  | { type: 'outcome'; outcome: ContactFileOutcome }
  | { type: 'contact'; index: number; contact: Contact | null }
  | { type: 'misfits'; message: string; errors: ErrorTable }
  | { type: 'failed'; message: string };
