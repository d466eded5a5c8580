import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installedGlibc } from '../../server/emulators/mongodb/glibc.mjs';
import { run } from './processes.mjs';
import { Failure, root } from './project.mjs';

/**
 * Installs the packages of the project if node_modules differs from the lockfile, or was installed on another platform.
 * @param {(line: string) => void} say
 */
export async function installDependencies(say) {
  const { platform, arch } = process;
  const libc = platform === 'linux' ? (installedGlibc() === undefined ? 'musl' : 'glibc') : undefined;
  const installed = packagesOf(`${root}node_modules/.package-lock.json`) ?? {};
  const foreign = foreignPackage(installed, { platform, arch, libc });
  if (foreign !== undefined)
    say(`node_modules was installed on another platform (it has ${foreign}): it is installed again`);
  else if (areCurrent(root)) return;
  say('Installing packages (a minute or so, only when they changed)');
  await npmCi(root, '--include=dev');
}

/**
 * Installs the packages of a folder beside this one, which has a lockfile of its own, if they are missing or other ones, without
 * running their scripts. Returns their folder. Throws a `Failure` with the output of npm if that fails.
 * @param {string} name `vendors`: programs of others that long tests use
 * @returns {Promise<string>}
 */
export async function installPackages(name) {
  const folder = fileURLToPath(new URL(`../${name}/`, import.meta.url));
  if (!areCurrent(folder)) await npmCi(folder, '--ignore-scripts');
  return `${folder}node_modules/`;
}

/**
 * @param {string} folder
 * @param {string} flag
 */
async function npmCi(folder, flag) {
  const args = ['ci', flag, '--no-audit', '--no-fund', '--no-progress'];
  const { code, output } = await run('npm', args, { cwd: folder, quiet: true });
  if (code === 0) return;
  throw new Failure(
    `${output.trim()}\n\n"npm ci" failed, see above: packages of ${folder} are not installed.`,
  );
}

/**
 * npm writes node_modules/.package-lock.json as the last step of an installation; this compares it with the
 * lockfile. Optional packages are ignored, because npm records only those of this platform.
 * @param {string} folder
 */
function areCurrent(folder) {
  const installed = packagesOf(`${folder}node_modules/.package-lock.json`);
  if (installed === undefined) return false;
  return Object.entries(packagesOf(`${folder}package-lock.json`) ?? {}).every(([path, wanted]) => {
    if (path === '' || wanted.optional || wanted.devOptional) return true;
    const found = installed[path];
    return found?.version === wanted.version && found?.integrity === wanted.integrity;
  });
}

/** @typedef {{ os?: string[], cpu?: string[], libc?: string[], version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined} by path in node_modules
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Returns a package of an installation that is made for another platform, such as `@esbuild/darwin-arm64`: then the
 * whole of node_modules was installed elsewhere. `libc`: glibc or musl; undefined where that says nothing.
 * @param {Record<string, LockedPackage>} packages by path, as in node_modules/.package-lock.json
 * @param {{ platform: string, arch: string, libc: string | undefined }} machine
 * @returns {string | undefined}
 */
export function foreignPackage(packages, { platform, arch, libc }) {
  const foreign = Object.entries(packages).find(
    ([, { os, cpu, libc: libcs }]) => !fits(os, platform) || !fits(cpu, arch) || !fits(libcs, libc),
  );
  return foreign?.[0].replace(/^.*node_modules\//, '');
}

/**
 * @param {string[] | undefined} names without which everything fits; `!name` excludes one
 * @param {string | undefined} name
 */
function fits(names = [], name) {
  if (name === undefined || names.length === 0 || names.includes(name)) return true;
  return names.every((entry) => entry.startsWith('!') && entry !== `!${name}`);
}
