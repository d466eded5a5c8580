import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The lease protocol: `acquire` is followed by a space and the token. */
export const LEASE_MESSAGES = { acquire: 'lease', granted: 'granted', release: 'bye' } as const;

const handshakeSchema = z.object({
  /** The port of the service, if any. Kept after shutdown, so that the next start uses the same address. */
  port: z.number().int().optional(),
  /** Absent while the service is not running. */
  serving: z
    .object({ pid: z.number().int(), leasePort: z.number().int(), token: z.string(), address: z.string() })
    .optional(),
});

/** The contents of the handshake file. It may be stale: a killed sidecar does not remove it. */
export type SidecarHandshake = z.infer<typeof handshakeSchema>;

/** Returns the paths of a sidecar's files: in DATA_DIR/run, except for the address in DATA_DIR itself. */
export function sidecarFiles(dataDir: string, name: string) {
  const folder = join(dataDir, 'run');
  return {
    folder,
    handshake: join(folder, `${name}.json`),
    log: join(folder, `${name}.log`),
    uri: join(dataDir, `${name}.uri`),
  };
}

/** Reads a handshake file; returns undefined if it is missing or invalid. */
export async function readHandshake(file: string): Promise<SidecarHandshake | undefined> {
  try {
    return handshakeSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes a file atomically, by renaming a temporary one. */
export async function writeAtomically(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}
