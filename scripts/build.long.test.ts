import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SOURCES = [
  'client',
  'server',
  'shared',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];
/** What no build reads, and much of it. */
const LEFT_OUT = /\/(?:e2e|node_modules|pictures)$/;

test('the sources are built by the Node that runs this, which is that of the image in continuous integration', async () => {
  const project = await mkdtemp(join(tmpdir(), 'hark-build-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  for (const source of SOURCES)
    await cp(source, join(project, source), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
  await symlink(resolve('node_modules'), join(project, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: project, stdio: 'pipe' });
  for (const built of ['server/main.js', 'client/pages.json', 'build.json'])
    expect(existsSync(join(project, 'dist', built)), built).toBe(true);
}, 180_000);
