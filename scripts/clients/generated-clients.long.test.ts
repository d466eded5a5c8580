import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIntegrator, type Integrator } from '#server/testing/system/integrator.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { installPackages } from '../lib/packages.mjs';

const run = promisify(execFile);
const CLIENTS = fileURLToPath(new URL('.', import.meta.url));
const COMPILER = resolve('node_modules/@typescript/native/bin/tsc');
const TIMEOUT_MS = 300_000;
const OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ['node'],
};

/** The generators, each with how it writes its client into a folder. */
const GENERATORS: Readonly<Record<string, (folder: string, vendors: string) => Promise<unknown>>> = {
  async 'openapi-typescript'(folder) {
    const document = new URL(`file://${join(folder, 'openapi.json')}`);
    const blob = ts.factory.createTypeReferenceNode('Blob');
    const types = await openapiTS(document, {
      transform: ({ format }) => (format === 'binary' ? blob : undefined),
    });
    await mkdir(join(folder, 'openapi-typescript'));
    await writeFile(join(folder, 'openapi-typescript/hark.ts'), astToString(types));
  },
  'hey-api': (folder, vendors) =>
    run(
      process.execPath,
      [`${vendors}@hey-api/openapi-ts/bin/run.js`, '-i', 'openapi.json', '-o', 'hey-api', '-s'],
      { cwd: folder },
    ),
  async orval(folder, vendors) {
    const mutator = { path: 'orval-fetch.ts', name: 'orvalFetch' };
    const output = { target: 'orval/hark.ts', client: 'fetch', override: { mutator } };
    const config = { hark: { input: { target: 'openapi.json' }, output } };
    await writeFile(join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};`);
    const program = `${vendors}orval/dist/bin/orval.js`;
    await run(process.execPath, [program, '--config', './orval.config.cjs'], { cwd: folder });
  },
};

let hark: TestHark;
let integrator: Integrator;
let folder: string;
let vendors: string;
beforeAll(async () => {
  vendors = await installPackages('vendors');
  hark = await startHark();
  integrator = await createIntegrator(hark);
  folder = await mkdtemp(join(tmpdir(), 'hark-clients-'));
  const document = await (await fetch(`${hark.baseUrl}/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), document);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of (await readdir(CLIENTS)).filter((file) => file.endsWith('.txt')))
    await copyFile(join(CLIENTS, name), join(folder, name.replace('.txt', '')));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await rm(folder, { recursive: true, force: true });
});

it.each(Object.entries(GENERATORS))(
  'a client of %s compiles under strict rules and does the main job',
  async (name, generate) => {
    await generate(folder, vendors);
    const config = { compilerOptions: OPTIONS, files: [`${name}.ts`] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiled = await run(process.execPath, [COMPILER, '-p', folder]).catch((error: unknown) => error);
    expect(compiled).toEqual({ stdout: '', stderr: '' });

    const env = {
      ...process.env,
      HARK_URL: hark.baseUrl,
      HARK_API_KEY: integrator.key,
      VOICE_ID: integrator.voiceId,
    };
    const { stdout } = await run(process.execPath, ['--import', 'tsx', `${name}.ts`], { cwd: folder, env });
    expect(JSON.parse(stdout)).toEqual({
      costs: [50, 50],
      added: 1,
      status: { status: 'Scheduled', total: 2 },
      contacts: ['12125550102', '12125550103'],
      suppressed: 2,
      exported: true,
      missing: 'NOT_FOUND',
    });
  },
  TIMEOUT_MS,
);
