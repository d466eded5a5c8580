import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '#server/testing/fakes/free-port.ts';

/** Prism between a client and Hark. */
export interface Prism {
  baseUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts Prism of `vendors` before `upstream`. It answers with an error of its own for a request or an answer that the
 * document, a file, does not describe. Throws if it ends before it listens.
 */
export async function startPrism(vendors: string, document: string, upstream: string): Promise<Prism> {
  const port = String(await freePort());
  const program = `${vendors}@stoplight/prism-cli/dist/index.js`;
  const args = ['proxy', document, upstream, '--errors', '--port', port, '--host', '127.0.0.1'];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let listens = false;
  for await (const line of createInterface(child.stdout)) {
    listens = line.includes('Prism is listening');
    if (listens) break;
  }
  if (!listens) throw new Error('Prism did not start');
  // Its log would fill the pipe.
  child.stdout.resume();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
