import type { Contact } from '#shared/contact-list.ts';
import type { ContactFileOutcome } from './contact-tally.ts';

/** What the page asks of the worker: to read a file first, then any of its contacts. */
export type WorkerRequest = { type: 'read'; file: File } | { type: 'contact'; index: number };

/** What the worker answers. */
export type WorkerReply =
  | { type: 'progress'; bytes: number }
  | { type: 'outcome'; outcome: ContactFileOutcome }
  | { type: 'contact'; index: number; contact: Contact | null }
  | { type: 'failed'; message: string };
