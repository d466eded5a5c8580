import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-package-'));
  await cp(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'dist/server/commands'), { recursive: true });
  for (const name of ['credits', 'support'])
    await writeFile(join(folder, `dist/server/commands/${name}.js`), '');
});
afterAll(() => rm(folder, { recursive: true }));

function make(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'package.mjs')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stderr, made: (stdout === '' ? {} : JSON.parse(stdout)) as Record<string, unknown> };
}

test.each([
  ['v2.3.4', '2.3.4'],
  ['2.4.0-rc.1', '2.4.0-rc.1'],
])('an image built for the tag %s is release %s', (tag, version) => {
  expect(make({ VERSION: tag, COMMIT: 'abc1234' }).made).toMatchObject({ version, commit: 'abc1234' });
});

test('an image built for no tag has the version of development and no commit', () => {
  const { made } = make({ VERSION: '', COMMIT: '' });
  expect(made['version']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(made).not.toHaveProperty('commit');
});

test.each(['latest', 'main', '1.2'])('an image is not built for "%s", which is no release', (tag) => {
  expect(make({ VERSION: tag })).toMatchObject({ status: 2, stderr: expect.stringContaining(tag) as string });
});

test('an image offers the commands that were built, and no other script', () => {
  const { scripts } = make({}).made as { scripts: Record<string, string> };
  expect(Object.keys(scripts)).toEqual(['start', 'credits', 'support']);
});
