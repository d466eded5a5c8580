import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from '../lib/processes.mjs';
import type { Say } from './harness/bench.ts';

/** Loads a module. Its type is written by hand, so that Hark builds and type-checks without it. */
type Load = <Module>(name: string) => Promise<Module>;

/**
 * Installs the packages of a folder beside this file, which has its own package.json and lockfile, if they are missing
 * (scripts/bench/decisions/0001-peers.md). Returns what loads them, or undefined if that fails; `names` is for messages.
 */
export async function loadPackages(folderName: string, names: string, say: Say): Promise<Load | undefined> {
  const folder = fileURLToPath(new URL(`${folderName}/`, import.meta.url));
  if (!existsSync(`${folder}node_modules/.package-lock.json`)) {
    say(`Installing ${names} ...`);
    const flags = ['--no-audit', '--no-fund'];
    const { code, output } = await run('npm', ['ci', ...flags], { cwd: folder, quiet: true });
    if (code !== 0) {
      say(`It cannot be installed and is left out: ${output.trim()}`);
      return undefined;
    }
  }
  const { resolve } = createRequire(folder);
  return async <Module>(name: string) => (await import(pathToFileURL(resolve(name)).href)) as Module;
}
