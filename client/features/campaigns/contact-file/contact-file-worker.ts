import { readContactFile, type ReadContactFile } from './read-contact-file.ts';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

/** Progress is told this often at most, in milliseconds: the page need not draw more. */
const PROGRESS_MS = 50;

let read: ReadContactFile | null = null;

function reply(message: WorkerReply): void {
  self.postMessage(message);
}

async function answer(request: WorkerRequest): Promise<void> {
  if (request.type === 'contact') {
    const contact = (await read?.contact(request.index)) ?? null;
    reply({ type: 'contact', index: request.index, contact });
    return;
  }
  if (request.type === 'misfits') {
    const { message } = request;
    if (read !== null) reply({ type: 'misfits', message, errors: await read.messageErrors(message) });
    return;
  }
  let told = 0;
  read = await readContactFile(request.file, (bytes) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    reply({ type: 'progress', bytes });
  });
  reply({ type: 'outcome', outcome: read.outcome });
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  answer(data).catch((error: unknown) => {
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
