import { readContactFile, type ReadContactFile } from './read-contact-file.ts';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

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
      contactFile = await readContactFile(request.file, (bytes) => {
        const now = performance.now();
        if (now - lastProgress < PROGRESS_INTERVAL_MS) return;
        lastProgress = now;
        reply({ type: 'progress', bytes });
      });
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
