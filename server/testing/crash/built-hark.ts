import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ENTRIES = [
  'server/main.ts',
  'server/local/mongodb-child.ts',
  'server/local/carrier/carrier-child.ts',
  'scripts/credits.ts',
];

/** A build of the sources as they are now, for tests that start Hark's own processes. */
export interface BuiltHark {
  server: string;
  /** The commands of `npm run credits`. */
  credits: string;
  remove(): Promise<void>;
}

/**
 * Builds the server as `npm start` does, so that its processes start in a fraction of the time that sources take. It
 * lies in a folder of its own where packages are still found; its client is an empty page.
 */
export async function buildHark(): Promise<BuiltHark> {
  const cache = join(ROOT, 'node_modules/.cache/hark-tests');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'build-'));
  await mkdir(join(folder, 'dist/client/assets'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{ "type": "module" }\n'),
    writeFile(join(folder, 'dist/client/index.html'), '<!doctype html>\n'),
    build({
      entryPoints: ENTRIES,
      absWorkingDir: ROOT,
      outdir: join(folder, 'dist'),
      outbase: '.',
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      sourcemap: true,
      logLevel: 'warning',
    }),
  ]);
  return {
    server: join(folder, 'dist/server/main.js'),
    credits: join(folder, 'dist/scripts/credits.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
