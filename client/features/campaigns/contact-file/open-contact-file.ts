import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import type { ErrorTable } from './error-table.ts';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

/** A contact file in the hands of a worker of its own; the page keeps none of its contacts. */
export interface OpenContactFile {
  /** Asks for the contact at an index; `onContact` of the listeners hears it. */
  requestContact(index: number): void;
  /** Asks who on a good list cannot be given a message; `onMessageErrors` of the listeners hears it. */
  requestMessageErrors(message: string): void;
  /** Ends the worker, at once and whatever it is doing. */
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

/** Reads a file off the main thread. The listeners hear nothing more once it is closed. */
export function openContactFile(file: File, listeners: ContactFileListeners): OpenContactFile {
  const worker = new Worker(new URL('./contact-file-worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: WorkerRequest) => {
    worker.postMessage(request);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    if (data.type === 'progress') listeners.onProgress(data.bytes);
    else if (data.type === 'outcome') listeners.onOutcome(data.outcome);
    else if (data.type === 'contact') listeners.onContact(data.index, data.contact);
    else if (data.type === 'misfits') listeners.onMessageErrors(data.message, data.errors);
    else listeners.onOutcome(UNREADABLE);
  });
  worker.addEventListener('error', () => {
    listeners.onOutcome(UNREADABLE);
  });
  ask({ type: 'read', file });
  return {
    requestContact: (index) => {
      ask({ type: 'contact', index });
    },
    requestMessageErrors: (message) => {
      ask({ type: 'misfits', message });
    },
    close: () => {
      worker.terminate();
    },
  };
}
