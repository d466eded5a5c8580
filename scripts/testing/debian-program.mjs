import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianFolder } from '../../server/platform/lib/debian-folder.mjs';
import { prepareFolder, succeed, unpackPackages } from '../lib/debian/debian-packages.mjs';

/** Starts a program with the loader and the libraries of its own folder. */
const WRAPPER = 'run-with-libraries';

/**
 * Returns the path of a program of Debian 13; unpacks its package into the user's cache folder once. Throws where the program
 * cannot be had or does not run.
 * @param {string} name the package
 * @param {{ path: string, probe: string, libraries?: boolean }} program its path in the package, an argument that only prints
 *   its version, and whether it needs libraries that machines do not have, which are unpacked with it
 */
export async function prepareProgram(name, { path, probe, libraries = false }) {
  const debian = debianFolder(libraries ? `${name}-libraries` : name);
  if ('unavailable' in debian) throw new Error(debian.unavailable);
  const { folder, architecture } = debian;
  await prepareFolder(folder, async (draft) => {
    await unpackPackages(draft, [name], { architecture, dependencies: libraries });
    if (libraries) await writeFile(join(draft, WRAPPER), wrapperOf(path), { mode: 0o755 });
  });
  const program = join(folder, libraries ? WRAPPER : path);
  await succeed(program, [probe]);
  return program;
}

/** @param {string} path */
function wrapperOf(path) {
  return `#!/bin/sh
here=$(dirname "$0")
libraries=$(echo "$here"/usr/lib/*-linux-gnu)
exec "$libraries"/ld-linux-*.so.* --library-path "$libraries" "$here/${path}" "$@"
`;
}
