import { createServer } from 'node:net';
import { listenOnKeptPort } from '#server/emulators/process/kept-port.ts';

/** A port for a server in another process: nobody has it now, and no outgoing connection takes it meanwhile. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnKeptPort(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
