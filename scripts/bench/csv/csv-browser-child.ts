import { readContactFile } from '#client/domain/import-file/read-contact-file.ts';
import type { ReadingWork } from './csv-browser.ts';

const BLOCK_BYTES = 1024 * 1024;

/** Web worker: runs the requested work and posts its duration in seconds. */
self.addEventListener('message', ({ data }: MessageEvent<{ kind: ReadingWork; file: File }>) => {
  void runWork(data.kind, data.file);
});

async function runWork(kind: ReadingWork, file: File): Promise<void> {
  const begun = performance.now();
  const contacts = kind === 'read' ? await read(file) : await splitIntoLines(file);
  if (contacts < 1_000) throw new Error(`Only ${String(contacts)} contacts were found`);
  self.postMessage((performance.now() - begun) / 1_000);
}

async function read(file: File): Promise<number> {
  const { outcome } = await readContactFile(file, () => undefined);
  return outcome.kind === 'ready' ? outcome.summary.contacts : 0;
}

async function splitIntoLines(file: File): Promise<number> {
  const decoder = new TextDecoder();
  let lines = 0;
  let rest = '';
  for (let at = 0; at < file.size; at += BLOCK_BYTES) {
    const bytes = await file.slice(at, at + BLOCK_BYTES).arrayBuffer();
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    lines += parts.length;
  }
  return lines;
}
