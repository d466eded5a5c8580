import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedMongodb } from '#server/emulators/mongodb/mongodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URIs of the embedded MongoDBs, one per test worker. */
    mongodbUris: string[];
  }
}

/** Starts one embedded MongoDB per test worker and provides the URIs to the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Hark serves the built client; any build will do.
  if (!existsSync('dist/client/index.html'))
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const folder = await mkdtemp(join(tmpdir(), 'hark-test-'));
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, (_, n) => join(folder, String(n)));
  const databases = await Promise.all(workers.map((dataDir) => startEmbeddedMongodb({ dataDir })));
  project.provide(
    'mongodbUris',
    databases.map(({ address }) => address),
  );
  return async () => {
    await Promise.all(databases.map((database) => database.release()));
    await rm(folder, { recursive: true, force: true });
  };
}
