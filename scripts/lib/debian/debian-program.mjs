import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { debianFolder } from '../../../server/platform/lib/debian-folder.mjs';
import { prepareFolder, succeed, unpackPackages } from './debian-packages.mjs';

/**
 * Returns the path of a program of Debian 13; unpacks its package into the user's cache folder once. Throws where the program
 * cannot be had or does not run.
 * @param {string} name the package
 * @param {{ path: string, probe: string }} program its path in the package, and an argument that only prints its version
 */
export async function prepareProgram(name, { path, probe }) {
  const debian = debianFolder(name);
  if ('unavailable' in debian) throw new Error(debian.unavailable);
  const { folder, architecture } = debian;
  if (!existsSync(folder))
    await prepareFolder(folder, (draft) => unpackPackages(draft, [name], { architecture }));
  const program = join(folder, path);
  await succeed(program, [probe]);
  return program;
}
