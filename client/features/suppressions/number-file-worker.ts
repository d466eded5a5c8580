import { readNumberFile, type NumberFileOutcome } from './read-number-file.ts';

/** The file was moved or changed while it was read, or the disk failed. */
const FAILED: NumberFileOutcome = {
  kind: 'problem',
  message: 'The file could not be read. Please choose it again.',
};

async function answer(file: Blob): Promise<void> {
  self.postMessage(await readNumberFile(file).catch(() => FAILED));
}

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void answer(data);
});
