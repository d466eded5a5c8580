import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The build of the sources as they are now, for tests that start Hark's own processes. */
export interface BuiltHark {
  server: string;
  /** The commands of `npm run credits`. */
  credits: string;
}

/** Builds Hark as `npm start` does, unless the build is of these very sources: it starts much sooner than sources do. */
export async function buildHark(): Promise<BuiltHark> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
  return {
    server: join(ROOT, 'dist/server/main.js'),
    credits: join(ROOT, 'dist/scripts/credits.js'),
  };
}
