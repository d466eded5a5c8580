import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build as bundle } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { run } from './lib/processes.mjs';
import { enterProject, Failure, runScript } from './lib/project.mjs';

const DOCUMENT = 'server/platform/http/docs/published/openapi-v1.json';
const OUT = 'dist/sdk';
const SOURCES = `${OUT}/src`;

/**
 * What is read of the document here.
 * @typedef {{ parameters?: { name: string }[], requestBody?: { content: object } }} Operation
 * @typedef {{
 *   info: { version: string },
 *   paths: Record<string, Record<string, Operation>>,
 * }} ApiDocument
 */

/**
 * `npm run sdk`: builds the package `@hark/client` from the published API document: the client with its types, the
 * check of webhooks and the command line.
 */
await runScript(async () => {
  enterProject();
  /** @type {ApiDocument} */
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8'));
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  await cp('scripts/sdk/client', SOURCES, { recursive: true, filter: (path) => !path.includes('.test.') });
  await writeFile(`${SOURCES}/schema.ts`, await typesOf(document));
  await writeFile(`${SOURCES}/index.ts`, indexOf(document));
  await Promise.all([compile(), bundleCommand(document)]);
  await cp('scripts/sdk/README.md', `${OUT}/README.md`);
  await writeFile(`${OUT}/package.json`, `${JSON.stringify(await packageOf(document), null, 2)}\n`);
  console.log(`@hark/client ${document.info.version} is in ${OUT}`);
});

/** @param {ApiDocument} document */
async function typesOf(document) {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const types = await openapiTS(/** @type {never} */ (document), {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  return astToString(types);
}

/**
 * @param {ApiDocument} document
 * @param {(operation: Operation) => boolean} isMeant
 */
function callsWith({ paths }, isMeant) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => isMeant(operation))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

/**
 * Returns the calls that take an `Idempotency-Key`, as `POST /path/`.
 * @param {ApiDocument} document
 */
function keyedCalls(document) {
  return callsWith(document, ({ parameters = [] }) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
}

/**
 * Returns the calls whose body is CSV alone, as `POST /path/`.
 * @param {ApiDocument} document
 */
function csvCalls(document) {
  return callsWith(
    document,
    ({ requestBody }) => Object.keys(requestBody?.content ?? {}).join() === 'text/csv',
  );
}

/** @param {ApiDocument} document */
function indexOf(document) {
  return `import { createCalls, type HarkOptions } from './calls.ts';
import type { Client } from './client.ts';
import type { paths } from './schema.ts';

export type { HarkOptions } from './calls.ts';
export { HarkError } from './hark-error.ts';
export type { components, paths } from './schema.ts';
export { InvalidDelivery, verifyWebhook, type Delivery } from './webhooks.ts';

const KEYED = new Set(${JSON.stringify(keyedCalls(document))});
const CSV = new Set(${JSON.stringify(csvCalls(document))});

/** The calls of Hark by path; each resolves to the data of its answer and rejects with a \`HarkError\`. */
export type Hark = Client<paths>;

/** Makes a client for an API key. */
export function createHark(options: HarkOptions): Hark {
  return createCalls(options, KEYED, CSV) as unknown as Hark;
}
`;
}

/** Compiles the sources to JavaScript with declarations. */
async function compile() {
  const options = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    rewriteRelativeImportExtensions: true,
    declaration: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    rootDir: './src',
    outDir: './lib',
  };
  await writeFile(`${OUT}/package.json`, '{"type":"module"}');
  await writeFile(`${OUT}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include: ['src'] }));
  const compiler = 'node_modules/@typescript/native/bin/tsc';
  const { code, output } = await run(process.execPath, [compiler, '-p', OUT], { quiet: true });
  if (code !== 0) throw new Failure(`The client could not be compiled.\n${output}`);
  await rm(`${OUT}/tsconfig.json`);
  await rm(SOURCES, { recursive: true });
}

/** @param {ApiDocument} document */
async function bundleCommand(document) {
  const outfile = `${OUT}/bin/hark.js`;
  await bundle({
    entryPoints: ['scripts/sdk/cli/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minify: true,
    logLevel: 'warning',
    banner: { js: '#!/usr/bin/env node' },
    define: { KEYED_CALLS: JSON.stringify(keyedCalls(document)) },
  });
  await chmod(outfile, 0o755);
}

/** @param {ApiDocument} document */
async function packageOf({ info: { version } }) {
  /** @type {{ devDependencies: Record<string, string>, engines: object, license: string }} */
  const { devDependencies, engines, license } = JSON.parse(await readFile('package.json', 'utf8'));
  const needed = ['openapi-fetch', 'openapi-typescript-helpers'];
  return {
    name: '@hark/client',
    version,
    description: 'Client and command line of Hark',
    license,
    type: 'module',
    exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' } },
    bin: { hark: './bin/hark.js' },
    files: ['bin', 'lib'],
    engines,
    dependencies: Object.fromEntries(needed.map((name) => [name, devDependencies[name]])),
  };
}
