import { openAsBlob } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import { UsageError } from './usage-error.ts';

const STDIN = '-';

/** Opens a file to upload; `-` is standard input. Rejects with a `UsageError` if it cannot be read. */
export async function fileOf(path: string, stdin: NodeJS.ReadableStream): Promise<Blob> {
  if (path === STDIN) return new Blob([await buffer(stdin)], { type: 'text/csv' });
  try {
    return await openAsBlob(path, { type: 'text/csv' });
  } catch {
    throw new UsageError(`The file ${path} cannot be read.`);
  }
}

/** Reads a text file, or standard input for `-`. Rejects with a `UsageError` if it cannot be read. */
export async function textOf(path: string, stdin: NodeJS.ReadableStream): Promise<string> {
  if (path === STDIN) return text(stdin);
  return (await fileOf(path, stdin)).text();
}
