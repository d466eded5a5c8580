import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { build as bundle } from 'esbuild';
import { build as buildClient } from 'vite';
import { buildIsCurrent, hashOfSources, RECORD } from './lib/build-state.mjs';
import { writePages } from './lib/prerender.mjs';
import { enterProject, Failure, runScript } from './lib/project.mjs';
import { SERVER_BUNDLE } from '../server/platform/lib/server-bundle.mjs';

/** Entry points: the server, its thread, its local sidecars, and the support commands. */
const ENTRIES = [
  'server/main.ts',
  'server/features/auth/passwords/estimator-worker.mjs',
  'server/emulators/mongodb/mongodb-child.ts',
  'server/emulators/carrier/carrier-child.ts',
  ...readdirSync('server/commands')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `server/commands/${file}`),
];

/** Builds the server into dist/server, the commands into dist/server/commands and the client into dist/client. */
await runScript(async () => {
  enterProject();
  if (buildIsCurrent()) return;
  process.env.NODE_ENV = 'production';
  const sources = hashOfSources();
  // The record is the first to go: what is left of an interrupted removal is no build.
  await rm(RECORD, { force: true });
  await rm('dist', { recursive: true, force: true });
  await Promise.all([
    bundle({ ...SERVER_BUNDLE, entryPoints: ENTRIES, outdir: 'dist', outbase: '.' }),
    buildClient({ logLevel: 'warn' }),
  ])
    .then(writePages)
    .catch((/** @type {unknown} */ error) => {
      // esbuild has already printed its errors, Vite has not.
      throw new Failure(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
    });
  await writeFile(RECORD, JSON.stringify({ sources }));
});
