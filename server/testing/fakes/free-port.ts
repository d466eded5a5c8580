import { createServer } from 'node:net';
import { listenOnPreferredPort } from '#server/emulators/process/sidecar-process.ts';

/** Returns a free port for a server in another process, outside the range of ephemeral ports. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnPreferredPort(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
