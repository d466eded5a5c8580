import { constants } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { startEmbeddedMongodb } from './mongodb.ts';

const NOT_LOCKED = 20;

/** The engine of a data folder, and where its copy is to be. */
export interface EngineCopy {
  dataDir: string;
  connection: Connection;
  folder: string;
  /** Connects to a database of an engine. */
  connect: (address: string, name: string) => Promise<Connection>;
}

/**
 * Runs `work` on a copy of the engine's files, which a second engine opens; writes wait while they are copied. The copy is
 * removed afterwards. Throws if the files cannot be copied.
 */
export async function withEngineCopy<T>(
  { dataDir, connection, folder, connect }: EngineCopy,
  work: (copy: Connection) => Promise<T>,
): Promise<T> {
  await copyLocked(dataDir, connection, folder);
  const engine = await startEmbeddedMongodb({ dataDir: folder });
  try {
    const copy = await connect(engine.address, connection.name);
    try {
      return await work(copy);
    } finally {
      await copy.close();
    }
  } finally {
    await engine.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the files of the engine while no write changes them. */
async function copyLocked(dataDir: string, connection: Connection, folder: string): Promise<void> {
  const admin = connection.getClient().db('admin');
  await admin.command({ fsync: 1, lock: true });
  try {
    const mode = constants.COPYFILE_FICLONE;
    await cp(join(dataDir, 'mongodb'), join(folder, 'mongodb'), { recursive: true, mode });
  } finally {
    await admin.command({ fsyncUnlock: 1 });
  }
}

/** Unlocks an engine that a killed backup may have left locked. */
export async function unlockEngine(connection: Connection): Promise<void> {
  const admin = connection.getClient().db('admin');
  await admin.command({ fsyncUnlock: 1 }).catch((error: unknown) => {
    // It had not been locked yet, or was unlocked already.
    if ((error as { code?: number }).code !== NOT_LOCKED) throw error;
  });
}
