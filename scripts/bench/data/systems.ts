import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { seedDataFolder, startHarkProcess } from '#client/e2e/support/hark-process.ts';
import { connectDatabase, openDatabase } from '#server/app/database/database.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import {
  startHarkProcesses,
  type HarkProcesses,
  type ProcessOptions,
} from '#server/testing/crash/hark-processes.ts';

/** A database, and its URI for other processes. */
export interface BenchDatabase {
  connection: Connection;
  uri: string;
}

/** The settings of processes that place as many drops as they can. */
export const UNLIMITED = { DROPS_PER_MINUTE: '1000000000' };

/** Runs `work` with an empty folder, which is removed afterwards. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-'));
  try {
    return await work(folder);
  } finally {
    // The database's process may still write for a moment after those that it served have ended.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Runs `work` on an empty embedded database with the product's write concern. */
export function withDatabase<Result>(work: (database: BenchDatabase) => Promise<Result>): Promise<Result> {
  return withFolder(async (DATA_DIR) => {
    const { connection, close } = await openDatabase({ MONGODB_URI: undefined, DATA_DIR });
    try {
      return await work({ connection, uri: await uriOf(DATA_DIR) });
    } finally {
      await close();
    }
  });
}

/** Runs `work` on the built system in processes of its own, with an empty data folder and a connection to its database. */
export function withHark<Result>(
  options: ProcessOptions,
  work: (hark: HarkProcesses & BenchDatabase) => Promise<Result>,
): Promise<Result> {
  return withFolder(async (folder) => {
    const hark = await startHarkProcesses(await buildHark(), join(folder, 'hark'), options);
    const uri = await uriOf(hark.dataDir);
    const connection = await connectDatabase(uri);
    try {
      return await work({ ...hark, connection, uri });
    } finally {
      await connection.close();
      await hark.stop();
    }
  });
}

/** Runs `work` with the origin of the built system with the demo account and all emulators. */
export async function withDemo<Result>(work: (origin: string) => Promise<Result>): Promise<Result> {
  await buildHark();
  const seeded = await seedDataFolder();
  const hark = await startHarkProcess(seeded);
  try {
    return await work(hark.url);
  } finally {
    await hark.stop();
    await rm(seeded, { recursive: true });
  }
}

/** Starts a script in a process of its own, with flags of Node; resolves with its first message. It must end with its parent. */
export async function startChild(script: URL, args: readonly string[], flags: readonly string[] = []) {
  const child = fork(script, args, { execArgv: ['--import', 'tsx', ...flags] });
  const ended = once(child, 'exit');
  const nextMessage = async (): Promise<unknown> => ((await once(child, 'message')) as unknown[])[0];
  const first = await nextMessage();
  const stop = () => {
    child.disconnect();
    return ended;
  };
  /** Sends a message; resolves when the child answers. */
  const ask = (message: object) => {
    child.send(message);
    return nextMessage();
  };
  return { first, ask, stop };
}

/** Returns how many operations the database has been asked for. */
export async function commandsOf(connection: Connection): Promise<number> {
  const status = await connection.getClient().db('admin').command({ serverStatus: 1 });
  const counters = status['opcounters'] as Readonly<Record<string, number>>;
  return Object.values(counters).reduce((sum, count) => sum + count, 0);
}

async function uriOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).trim();
}
