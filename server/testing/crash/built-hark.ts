import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Entry points of the current build, for tests that start real processes. */
export interface BuiltHark {
  server: string;
  /** Entry points of `npm run backup` and `npm run restore`. */
  backup: string;
  restore: string;
  /** Entry point of `npm run counters`. */
  counters: string;
  /** Entry point of `npm run credits`. */
  credits: string;
  /** Entry point of `npm run opt-outs`. */
  optOuts: string;
  /** Entry point of `npm run seed`. */
  seed: string;
  /** Entry point of `npm run support`. */
  support: string;
}

/** Builds Hark unless the build is current; the bundle starts much faster than the sources. */
export async function buildHark(): Promise<BuiltHark> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
  return {
    server: join(ROOT, 'dist/server/main.js'),
    backup: join(ROOT, 'dist/server/commands/backup.js'),
    restore: join(ROOT, 'dist/server/commands/restore.js'),
    counters: join(ROOT, 'dist/server/commands/counters.js'),
    credits: join(ROOT, 'dist/server/commands/credits.js'),
    optOuts: join(ROOT, 'dist/server/commands/opt-outs.js'),
    seed: join(ROOT, 'dist/server/commands/seed.js'),
    support: join(ROOT, 'dist/server/commands/support.js'),
  };
}
