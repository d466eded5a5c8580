import { createReadStream } from 'node:fs';
import { open, truncate, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** A durable append-only file of JSON lines. */
export interface Journal<Entry> {
  /** Resolves when the record is on disk. Records that are pending together share one write and one fsync. */
  append(record: Entry): Promise<void>;
  /** Resolves when every record appended so far is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a journal and calls `replay` with every record, oldest first. An incomplete last line was never acknowledged
 * and is truncated; any other line that cannot be parsed throws.
 */
export async function openJournal<Entry>(
  path: string,
  parse: (json: unknown) => Entry,
  replay: (record: Entry) => void,
): Promise<Journal<Entry>> {
  const file = await open(path, 'a+', 0o600);
  try {
    await truncate(path, await lengthOfCompleteLines(file));
    await forEachLine(path, (text) => {
      replay(parse(JSON.parse(text)));
    });
  } catch (error) {
    await file.close();
    throw error;
  }
  return createWriter(file);
}

/** Calls `handle` with each line of a file; what it throws is the cause of an error that names the line. */
async function forEachLine(path: string, handle: (text: string) => void): Promise<void> {
  const input = createReadStream(path);
  let number = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      try {
        handle(text);
      } catch (cause) {
        throw new Error(`${path}: line ${String(number)} cannot be read`, { cause });
      }
    }
  } finally {
    input.destroy();
  }
}

/** Returns the length of a file in bytes up to and including its last newline. */
async function lengthOfCompleteLines(file: FileHandle): Promise<number> {
  const block = Buffer.alloc(64 * 1024);
  let end = (await file.stat()).size;
  while (end > 0) {
    const start = Math.max(0, end - block.length);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const lineEnd = block.subarray(0, bytesRead).lastIndexOf('\n');
    if (lineEnd >= 0) return start + lineEnd + 1;
    end = start;
  }
  return 0;
}

function createWriter<Entry>(file: FileHandle): Journal<Entry> {
  let pending: string[] = [];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function writeBatch(): Promise<void> {
    const batch = pending;
    pending = [];
    next = undefined;
    await file.appendFile(batch.join(''));
    await file.datasync();
  }

  /** Resolves with the write that contains all pending records; it starts after the current one. */
  function flush(): Promise<void> {
    if (pending.length === 0) return running;
    if (next === undefined) {
      next = running.then(writeBatch);
      running = next;
    }
    return next;
  }

  return {
    append(record) {
      pending.push(`${JSON.stringify(record)}\n`);
      return flush();
    },
    flush,
    async close() {
      await flush();
      await file.close();
    },
  };
}
