import { createReadStream } from 'node:fs';
import { open, truncate, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** A durable list of lines: appended, never changed. */
export interface Journal<Line> {
  /** Resolves when the line is on the disk. Lines that wait together share one write and one flush. */
  append(line: Line): Promise<void>;
  /** Resolves when every line appended so far is on the disk. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a journal of JSON lines and hands every line in it to `replay`, oldest first. A last line without its end
 * was being written when the process died: nobody was told that it is there, so it is cut off. Any other line that
 * cannot be read throws.
 */
export async function openJournal<Line>(
  path: string,
  parse: (json: unknown) => Line,
  replay: (line: Line) => void,
): Promise<Journal<Line>> {
  const file = await open(path, 'a+', 0o600);
  await truncate(path, await wholeLength(file));
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number += 1;
    try {
      replay(parse(JSON.parse(text)));
    } catch (cause) {
      throw new Error(`${path}: line ${String(number)} cannot be read`, { cause });
    }
  }
  return createWriter(file);
}

/** The length of a file up to and with its last line end. */
async function wholeLength(file: FileHandle): Promise<number> {
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

function createWriter<Line>(file: FileHandle): Journal<Line> {
  let waiting: string[] = [];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function writeBatch(): Promise<void> {
    const batch = waiting;
    waiting = [];
    next = undefined;
    await file.appendFile(batch.join(''));
    await file.datasync();
  }

  /** The write that will hold all lines that wait now; it begins when the one under way is done. */
  function settled(): Promise<void> {
    if (waiting.length === 0) return running;
    if (next === undefined) {
      next = running.then(writeBatch);
      running = next;
    }
    return next;
  }

  return {
    append(line) {
      waiting.push(`${JSON.stringify(line)}\n`);
      return settled();
    },
    settled,
    async close() {
      await settled();
      await file.close();
    },
  };
}
