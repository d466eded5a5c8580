import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedMongodb } from '#server/emulators/mongodb/mongodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded MongoDBs of a run, one for each worker. */
    mongodbUris: string[];
  }
}

/** Starts an embedded MongoDB in a folder of its own for each worker of the run, and gives the addresses to the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Hark serves the pages of the client, whichever build they are of.
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
