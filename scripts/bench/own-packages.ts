import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { installPackages } from '../lib/packages.mjs';
import type { Say } from './harness/bench.ts';

/** Loads a module. Its type is written by hand, so that Hark builds and type-checks without it. */
type Load = <Module>(name: string) => Promise<Module>;

/**
 * Installs the packages of a folder beside this file, which has its own package.json and lockfile, if they are missing
 * (scripts/bench/decisions/0001-peers.md). Returns what loads them, or undefined if that fails.
 */
export async function loadPackages(name: string, say: Say): Promise<Load | undefined> {
  say(`Packages of ${name} are installed if they are missing`);
  try {
    const { resolve } = createRequire(await installPackages(`bench/${name}`));
    return async <Module>(module: string) => (await import(pathToFileURL(resolve(module)).href)) as Module;
  } catch (error) {
    say(`It is left out: ${String(error)}`);
    return undefined;
  }
}
