import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

const HERE = import.meta.dirname;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function exitCode(child: ChildProcess): Promise<unknown> {
  const [code] = (await once(child, 'exit')) as [unknown];
  return code;
}

describe('the entry', () => {
  /** Starts the entry with `main` in place of Hark; resolves once that has printed something. */
  async function startEntry(main: string): Promise<ChildProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'hark-entry-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    for (const name of ['docker/image', 'dist/server']) await mkdir(join(folder, name), { recursive: true });
    await cp(join(HERE, 'entry.mjs'), join(folder, 'docker/image/entry.mjs'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'dist/server/main.js'), main);
    const child = spawn(process.execPath, ['docker/image/entry.mjs'], { cwd: folder });
    await once(child.stdout, 'data');
    return child;
  }
  const loading = `console.log('loading'); await new Promise(() => setInterval(() => {}, 1_000));`;

  test.each(['SIGTERM', 'SIGINT'] as const)('ends by %s while Hark still loads', async (signal) => {
    const child = await startEntry(loading);
    child.kill(signal);
    expect(await exitCode(child)).toBe(0);
  });

  test("leaves a signal to Hark's own handler", async () => {
    const child = await startEntry(`process.on('SIGTERM', () => process.exit(7)); ${loading}`);
    child.kill('SIGTERM');
    expect(await exitCode(child)).toBe(7);
  });
});

describe('the health check', () => {
  async function serve(status: number): Promise<string> {
    const server: Server = createServer((req, res) => {
      res.writeHead(req.url === '/readyz' ? status : 404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(() => new Promise((resolve) => server.close(resolve)));
    return String((server.address() as AddressInfo).port);
  }

  const check = (env: Record<string, string>) =>
    exitCode(spawn(process.execPath, [join(HERE, 'healthcheck.mjs')], { env }));

  test('asks a web process at PORT and a worker at HEALTH_PORT', async () => {
    const [ready, starting] = [await serve(200), await serve(503)];
    expect(await check({ PORT: ready, HEALTH_PORT: starting })).toBe(0);
    expect(await check({ HARK_ROLE: 'web', PORT: starting, HEALTH_PORT: ready })).toBe(1);
    expect(await check({ HARK_ROLE: 'worker', PORT: starting, HEALTH_PORT: ready })).toBe(0);
    expect(await check({ HARK_ROLE: 'worker', PORT: ready, HEALTH_PORT: starting })).toBe(1);
    expect(await check({ HARK_ROLE: 'worker', PORT: ready })).toBe(1);
  });
});
