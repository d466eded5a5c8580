import type { Contact } from '#shared/contacts/contact-list.ts';
import type { FileReading } from '#shared/contacts/columns/column-mapping.ts';
import { readContactFile, type ReadContactFile } from './read-contact-file.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import type { ErrorTable } from './error-table.ts';

/** The requests of the page: `read` first, then single contacts and validations of a message. */
export type WorkerRequest =
  | { type: 'read'; file: File; reading: FileReading }
  | { type: 'contact'; index: number }
  | { type: 'messageErrors'; message: string };

/** The replies of the worker. */
export type WorkerReply =
  | { type: 'progress'; bytes: number }
  | { type: 'outcome'; outcome: ContactFileOutcome }
  | { type: 'contact'; index: number; contact: Contact | null }
  | { type: 'messageErrors'; message: string; errors: ErrorTable }
  | { type: 'failed'; message: string };

/** The minimum interval between progress messages, in milliseconds. */
const PROGRESS_INTERVAL_MS = 50;

let contactFile: ReadContactFile | null = null;

function reply(message: WorkerReply): void {
  self.postMessage(message);
}

async function handleRequest(request: WorkerRequest): Promise<void> {
  switch (request.type) {
    case 'read': {
      let lastProgress = 0;
      const onProgress = (bytes: number) => {
        const now = performance.now();
        if (now - lastProgress < PROGRESS_INTERVAL_MS) return;
        lastProgress = now;
        reply({ type: 'progress', bytes });
      };
      contactFile = await readContactFile(request.file, onProgress, request.reading);
      reply({ type: 'outcome', outcome: contactFile.outcome });
      return;
    }
    case 'contact': {
      const contact = (await contactFile?.contact(request.index)) ?? null;
      reply({ type: 'contact', index: request.index, contact });
      return;
    }
    case 'messageErrors': {
      const { message } = request;
      if (contactFile === null) return;
      reply({ type: 'messageErrors', message, errors: await contactFile.messageErrors(message) });
    }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  handleRequest(data).catch((error: unknown) => {
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
