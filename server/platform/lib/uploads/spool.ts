import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#shared/time-units.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';

/** Bytes that all lists of a process have on disk at a time: sixteen of the largest files. */
export const MAX_SPOOL_BYTES = 16 * 256 * 1024 * 1024;
/** What one list may have of them, so that a user leaves room for others. */
export const MAX_SHARE = 1 / 4;
/** Longer than any upload takes from its first byte to its response. */
const STALE_AFTER_MS = HOUR_MS;

/** A folder of lists that are being read. */
export interface Spool {
  dir: string;
  /**
   * Creates a file, passes it to `write`, and closes it; removes it if `write` throws. Throws `AppError` UNAVAILABLE for a
   * folder or disk that cannot be written, or is full.
   */
  create<T>(extension: string, write: (file: SpoolFile) => Promise<T>): Promise<SpooledFile & { result: T }>;
  /**
   * Removes files of killed processes. Running processes may share the folder, so files are removed by age, by the system
   * clock like file times.
   */
  sweep(): Promise<void>;
}

/** A file that is being written. */
export interface SpoolFile {
  write(data: string | Buffer): Promise<void>;
}

/** A file that is complete. */
export interface SpooledFile {
  path: string;
  /** Removes it. */
  discard(): Promise<void>;
}

/** Creates a spool over a folder, which need not exist; `maxBytes` bounds its files of this process together, `MAX_SHARE` each. */
export function createSpool({
  dir,
  maxBytes = MAX_SPOOL_BYTES,
  openFile = open,
}: {
  dir: string;
  maxBytes?: number;
  openFile?: (path: string, flags: string, mode: number) => Promise<Handle>;
}): Spool {
  let used = 0;
  return {
    dir,
    async create(extension, write) {
      const path = join(dir, `${newId()}.${extension}`);
      let size = 0;
      const discard = async () => {
        used -= size;
        size = 0;
        await rm(path, { force: true });
      };
      try {
        await mkdir(dir, { recursive: true });
        const file = await openFile(path, 'wx', 0o600);
        try {
          const result = await write({
            async write(data) {
              const bytes = Buffer.byteLength(data);
              if (used + bytes > maxBytes || size + bytes > maxBytes * MAX_SHARE) throw storageUnavailable();
              used += bytes;
              size += bytes;
              await file.appendFile(data);
            },
          });
          return { path, discard, result };
        } finally {
          await file.close();
        }
      } catch (error) {
        await discard().catch(() => undefined);
        throw isDiskError(error) ? storageUnavailable(error) : error;
      }
    },
    async sweep() {
      const now = systemClock.now().getTime();
      for (const name of await readdir(dir).catch(() => [])) {
        const path = join(dir, name);
        const changed = await stat(path).catch(() => undefined);
        if (changed !== undefined && now - changed.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true });
      }
    },
  };
}

interface Handle {
  appendFile(data: string | Buffer): Promise<void>;
  close(): Promise<void>;
}

/** A full or read-only disk is a server error. */
function storageUnavailable(cause?: unknown): AppError {
  const text = 'The file cannot be stored right now. Please try again later.';
  return new AppError('UNAVAILABLE', text, {}, { cause });
}

const DISK_SYSCALLS = ['mkdir', 'open', 'write', 'close'];

function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && DISK_SYSCALLS.includes(String(error.syscall));
}
