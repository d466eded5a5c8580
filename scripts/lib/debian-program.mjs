import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { prepareFolder, succeed, unpackPackages } from './debian-packages.mjs';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/**
 * Returns the path of a program of Debian 13; unpacks its package into the user's cache folder once. Throws where the program
 * cannot be had or does not run.
 * @param {string} name the package
 * @param {{ path: string, probe: string }} program its path in the package, and an argument that only prints its version
 */
export async function prepareProgram(name, { path, probe }) {
  /** @type {string | undefined} */
  const architecture = Object.entries(ARCHITECTURES).find(([arch]) => arch === process.arch)?.[1];
  if (process.platform !== 'linux' || architecture === undefined)
    throw new Error(`it needs Linux, not ${process.platform} ${process.arch}`);
  const { XDG_CACHE_HOME: cache = '' } = process.env;
  const base = cache === '' ? join(homedir(), '.cache') : cache;
  const folder = join(base, 'hark', `${name}-debian13-${architecture}`);
  if (!existsSync(folder))
    await prepareFolder(folder, (draft) => unpackPackages(draft, [name], { architecture }));
  const program = join(folder, path);
  await succeed(program, [probe]);
  return program;
}
