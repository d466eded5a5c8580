import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { buildIsCurrent } from './build-state.mjs';
import { run } from './processes.mjs';
import { Failure, root } from './project.mjs';

/**
 * Builds Hark if needed and starts it in a child process with the demo account, all emulators and an empty data
 * folder. The child exits with this process.
 * @returns {Promise<{ origin: string, stop(): Promise<void> }>}
 */
export async function startDemoSystem() {
  if (!buildIsCurrent()) {
    const { code, output } = await run(process.execPath, ['scripts/build.mjs'], { quiet: true });
    if (code !== 0) throw new Failure(output.trim());
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-demo-'));
  const port = String(await freePort());
  const { MONGODB_URI: _elsewhere, PUBLIC_URL: _address, ...env } = process.env;
  const child = fork('dist/server/main.js', [], {
    cwd: root,
    execArgv: ['--import', './scripts/lib/end-with-parent.mjs'],
    env: { ...env, PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, HARK_SEED_DEMO: '1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  if (!(await saysThatItListens(child))) throw new Failure('The system ended instead of listening.');
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child */
async function saysThatItListens({ stdout }) {
  if (stdout === null) return false;
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('Hark is listening')) continue;
    stdout.resume();
    return true;
  }
  return false;
}
