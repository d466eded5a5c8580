import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import type { FileReading } from '#shared/contacts/columns/column-mapping.ts';
import type { ErrorTable } from './error-table.ts';
import type { WorkerReply, WorkerRequest } from './contact-file-worker.ts';

/** A contact file that is read by its own worker. */
export interface OpenContactFile {
  /** Requests the contact at an index; `onContact` receives it. */
  requestContact(index: number): void;
  /** Requests the lines for which a message is invalid; `onMessageErrors` receives them. */
  requestMessageErrors(message: string): void;
  /** Terminates the worker immediately. */
  close(): void;
}

export interface ContactFileListeners {
  onProgress(bytes: number): void;
  onOutcome(outcome: ContactFileOutcome): void;
  onContact(index: number, contact: Contact | null): void;
  onMessageErrors(message: string, errors: ErrorTable): void;
}

/** The file was moved or changed while it was read, or the disk failed. */
export const UNREADABLE: ContactFileOutcome = {
  kind: 'unreadable',
  message: 'The file could not be read. Please choose it again.',
};

/** Reads a file in a worker. No listener is called after `close`. */
export function openContactFile(
  file: File,
  reading: FileReading,
  listeners: ContactFileListeners,
): OpenContactFile {
  const worker = new Worker(new URL('./contact-file-worker.ts', import.meta.url), { type: 'module' });
  const send = (request: WorkerRequest) => {
    worker.postMessage(request);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    if (data.type === 'progress') listeners.onProgress(data.bytes);
    else if (data.type === 'outcome') listeners.onOutcome(data.outcome);
    else if (data.type === 'contact') listeners.onContact(data.index, data.contact);
    else if (data.type === 'messageErrors') listeners.onMessageErrors(data.message, data.errors);
    else listeners.onOutcome(UNREADABLE);
  });
  worker.addEventListener('error', () => {
    listeners.onOutcome(UNREADABLE);
  });
  send({ type: 'read', file, reading });
  return {
    requestContact: (index) => {
      send({ type: 'contact', index });
    },
    requestMessageErrors: (message) => {
      send({ type: 'messageErrors', message });
    },
    close: () => {
      worker.terminate();
    },
  };
}
