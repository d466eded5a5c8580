import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { startDatabases } from './database/test-servers.ts';
import { SERVER_BUNDLE } from '#server/platform/lib/server-bundle.mjs';
import { startFromBundles } from '#server/emulators/process/sidecar.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URIs of the embedded MongoDBs, one per test worker, or of the one that `HARK_TEST_MONGODB_URI` names. */
    mongodbUris: string[];
    /** Part of the name of each database of this run. */
    databaseRun: string;
    /** The bundled entry files of the sidecars. */
    sidecarBundles: string;
    /** The folder for temporary files of the tests. */
    temporaryFolder: string;
  }
}

const SIDECARS = [
  'emulators/mongodb/mongodb-child',
  'emulators/carrier/carrier-child',
  'emulators/process/fixtures/pid-child',
];
const CACHE = resolve('node_modules/.cache');
const MEMORY_FOLDER = '/dev/shm';
/** The databases and uploads of a run take less than half of this. */
const REQUIRED_BYTES = 4 * 1024 ** 3;

/** Bundles the sidecars, starts one embedded MongoDB per test worker or uses a given one, and provides both to the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Hark serves the built client; any build will do.
  if (!existsSync('dist/client/index.html'))
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  await mkdir(CACHE, { recursive: true });
  // Below the project, since packages are not bundled.
  const bundles = await mkdtemp(join(CACHE, 'hark-sidecars-'));
  await bundleSidecars(bundles);
  project.onTestsRerun(() => bundleSidecars(bundles));
  startFromBundles(bundles);
  const folder = await mkdtemp(join(await fastFolder(), 'hark-test-'));
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, (_, n) => join(folder, String(n)));
  const databases = await startDatabases(workers);
  project.provide('mongodbUris', databases.uris);
  project.provide('databaseRun', databases.run);
  project.provide('sidecarBundles', bundles);
  project.provide('temporaryFolder', folder);
  return async () => {
    await databases.release();
    await Promise.all([bundles, ...workers].map(remove));
    // The data of a failed test remain for its examination.
    if (project.vitest.state.getCountOfFailedTests() === 0) await remove(folder);
  };
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function bundleSidecars(outdir: string): Promise<void> {
  await build({
    ...SERVER_BUNDLE,
    entryPoints: SIDECARS.map((entry) => `server/${entry}.ts`),
    outdir,
    outbase: 'server',
  });
}

/** Returns a folder in memory where there is a large one: the tests kill processes, they never cut the power. */
async function fastFolder(): Promise<string> {
  try {
    await access(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY_FOLDER);
    if (bavail * bsize >= REQUIRED_BYTES) return MEMORY_FOLDER;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}
