import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOfNode } from '#server/platform/lib/node-releases.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { until } from '#server/testing/crash/until.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';

const PROJECT = join(import.meta.dirname, '../..');
const START_MS = 90_000;
const SECRET = '0123456789abcdef0123456789abcdef';

let database: TestDatabase;
let folder: string;
/** The folder of the image: what the Dockerfile copies, and the packages of "npm ci --omit=dev". */
beforeAll(async () => {
  await buildHark();
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hark-production-'));
  for (const name of ['dist', 'docker/image', 'package.json'])
    await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { dev, optional }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true && optional !== true,
  );
  for (const [path] of installed) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(PROJECT, path), join(folder, path));
  }
}, START_MS);
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

function run(
  command: readonly string[],
  env: Record<string, string>,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [...command], {
    cwd: folder,
    env: { NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), SESSION_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test.each([['docker/image/entry.mjs'], ['dist/server/commands/credits.js', 'audit']])(
  '%s refuses to run without MONGODB_URI in one line, whatever is allowed',
  async (...command) => {
    for (const HARK_ALLOW_LOCAL of ['', 'database', '1']) {
      const child = run(command, { HARK_ALLOW_LOCAL });
      const said = text(child.stderr);
      expect(await once(child, 'exit')).toEqual([expect.toBeOneOf([1, 2]) as number, null]);
      expect(await said).toBe(
        'MONGODB_URI: must be set; the embedded MongoDB is for development and is not installed here\n',
      );
    }
  },
);

test('the server works with the packages of production alone', { timeout: START_MS }, async () => {
  const port = await freePort();
  const env = { PORT: String(port), HARK_ALLOW_LOCAL: '1', MONGODB_URI: database.uri };
  const child = run(['docker/image/entry.mjs'], env);
  const said = text(child.stderr);
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(await said);
    return (await fetch(`http://127.0.0.1:${String(port)}/readyz`).catch(() => undefined))?.status === 200;
  };
  await until('the server to be ready', START_MS, isReady);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  // Only of a line that has ended.
  expect((await said).includes('gets no security fixes')).toBe(
    endOfNode(process.versions.node, new Date()) !== undefined,
  );
});
