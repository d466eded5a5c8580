import { createServer } from 'node:net';
import { listenOnPreferredPort } from '#server/emulators/process/preferred-port.ts';

/** A port for a server in another process: nobody has it now, and no outgoing connection takes it meanwhile. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnPreferredPort(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
