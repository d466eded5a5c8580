import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_BUNDLE } from './server-bundle.mjs';

const SOURCE = `interface Unused {
  text: string;
}

export function fail(given: Unused): never {
  const text: string = given.text + '.';
  throw new Error(text);
}

fail({ text: 'Failed' });
`;

test('a stack trace names the line of the source, by a map of lines alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-line-maps-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entry = join(folder, 'failing.ts');
  await writeFile(entry, SOURCE);
  await build({ ...SERVER_BUNDLE, entryPoints: [entry], outfile: join(folder, 'failing.mjs') });
  const printed = await new Promise<string>((resolve) => {
    const args = ['--enable-source-maps', join(folder, 'failing.mjs')];
    execFile(process.execPath, args, (_error, _stdout, stderr) => {
      resolve(stderr);
    });
  });
  expect(printed).toMatch(/at fail \(.*failing\.ts:7:\d+\)\n +at .*failing\.ts:10:\d+/);
  const map = JSON.parse(await readFile(join(folder, 'failing.mjs.map'), 'utf8')) as { mappings: string };
  expect(decode(map.mappings).every((tokens) => tokens.length <= 1)).toBe(true);
});
