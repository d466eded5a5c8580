import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Entry points of the current build, for tests that start real processes. */
export interface BuiltHark {
  server: string;
  /** Entry point of `npm run credits`. */
  credits: string;
  /** Entry point of `npm run seed`. */
  seed: string;
}

/** Builds Hark unless the build is current; the bundle starts much faster than the sources. */
export async function buildHark(): Promise<BuiltHark> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
  return {
    server: join(ROOT, 'dist/server/main.js'),
    credits: join(ROOT, 'dist/scripts/credits.js'),
    seed: join(ROOT, 'dist/scripts/seed.js'),
  };
}
