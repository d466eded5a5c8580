import type { NumberFileOutcome } from '#shared/contacts/number-file.ts';
import { readNumberFile } from './read-number-file.ts';

/** Shown if the file was moved or changed during reading, or on a disk error. */
const FAILED: NumberFileOutcome = {
  kind: 'problem',
  message: 'The file could not be read. Please choose it again.',
};

async function postResult(file: Blob): Promise<void> {
  self.postMessage(await readNumberFile(file).catch(() => FAILED));
}

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void postResult(data);
});
