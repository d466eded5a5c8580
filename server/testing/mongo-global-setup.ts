import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedMongodb } from '#server/local/mongodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded MongoDB that all integration tests of a run share. */
    mongodbUri: string;
  }
}

/** Starts one embedded MongoDB in a folder of its own for the whole run, and gives its address to the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-test-'));
  const mongodb = await startEmbeddedMongodb({ dataDir });
  project.provide('mongodbUri', mongodb.address);
  return async () => {
    await mongodb.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}
