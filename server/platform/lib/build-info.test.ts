import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuildInfo } from './build-info.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-build-'));
  await mkdir(join(folder, 'dist/server'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const read = async (packageJson: object) => {
  await writeFile(join(folder, 'package.json'), JSON.stringify(packageJson));
  return readBuildInfo(join(folder, 'dist/server'));
};

test('the build is what the package.json above the bundle says, and the Node that runs it', async () => {
  const node = process.versions.node;
  expect(await read({ version: '2.3.4', commit: 'abc1234' })).toEqual({
    version: '2.3.4',
    commit: 'abc1234',
    node,
  });
  expect(await read({ version: '0.1.0' })).toEqual({ version: '0.1.0', commit: 'unknown', node });
});
