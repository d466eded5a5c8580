import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const STATE = new URL('build-state.mjs', import.meta.url).href;
const SOURCES = ['client/a.tsx', 'server/a.ts', 'shared/a.ts', 'scripts/a.ts'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hark-build-'));
  for (const file of ['package-lock.json', 'package.json', 'vite.config.ts', ...SOURCES]) write(file);
  mkdirSync(join(folder, 'dist'));
  writeFileSync(
    join(folder, 'dist/build.json'),
    JSON.stringify({ sources: run('process.stdout.write(hashOfSources());') }),
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(file: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), file);
}

const run = (code: string): string =>
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `import { buildIsCurrent, hashOfSources } from '${STATE}'; ${code}`],
    { cwd: folder, encoding: 'utf8' },
  );
const isCurrent = () => run('process.stdout.write(String(buildIsCurrent()));') === 'true';

test('a build stays current beside files that are no part of it', () => {
  expect(isCurrent()).toBe(true);
  for (const file of [
    'scripts/vendors/node_modules/sdk/index.js',
    'server/a.test.ts',
    'server/README.md',
    'client/e2e/a.spec.ts',
    'scripts/bench/a.ts',
  ])
    write(file);
  expect(isCurrent()).toBe(true);
});

test.each(SOURCES)('a build is stale beside a new file next to %s', (file) => {
  write(`${file}.css`);
  expect(isCurrent()).toBe(false);
  rmSync(join(folder, `${file}.css`));
  expect(isCurrent()).toBe(true);
});
