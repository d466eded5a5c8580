import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What a holder sends to take a lease (a token follows), the answer that grants it, and the farewell. */
export const LEASE_MESSAGES = { take: 'lease', granted: 'granted', bye: 'bye' } as const;

const noteSchema = z.object({
  /** The port its service listens on, if any. Kept after the end, so that the next start serves the same address. */
  port: z.number().int().optional(),
  /** Absent while nothing serves. */
  serving: z
    .object({ pid: z.number().int(), leasePort: z.number().int(), token: z.string(), address: z.string() })
    .optional(),
});

/** What a sidecar notes of itself for those who look for it. Only a hint: a killed one leaves its note behind. */
export type SidecarHandshake = z.infer<typeof noteSchema>;

/** The files of a sidecar: all in DATA_DIR/run, but for the address, which people look up. */
export function sidecarFiles(dataDir: string, name: string) {
  const folder = join(dataDir, 'run');
  return {
    folder,
    note: join(folder, `${name}.json`),
    log: join(folder, `${name}.log`),
    uri: join(dataDir, `${name}.uri`),
  };
}

/** Reads a sidecar's note; undefined where there is none that makes sense. */
export async function readNote(file: string): Promise<SidecarHandshake | undefined> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes a file whole or not at all, whenever the process is killed. */
export async function writeWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}
