import { readFileSync } from 'node:fs';
import { installedGlibc } from '../../server/emulators/mongodb/glibc.mjs';
import { foreignPackage } from './platform.mjs';
import { run } from './processes.mjs';
import { Failure } from './project.mjs';

/**
 * Installs the packages of package-lock.json if node_modules differs.
 * @param {(line: string) => void} say
 */
export async function installDependencies(say) {
  const foreign = packageOfOtherPlatform();
  if (foreign === undefined && dependenciesAreCurrent()) return;
  if (foreign !== undefined)
    say(`node_modules was installed on another platform (it has ${foreign}): it is installed again`);
  say('Installing packages (a minute or so, only when they changed)');
  const { code, output } = await run(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress'],
    {
      quiet: true,
    },
  );
  if (code === 0) return;
  throw new Failure(`${output.trim()}\n\n"npm ci" failed, see above: the packages could not be installed.`);
}

/**
 * npm writes node_modules/.package-lock.json as the last step of an installation; this compares it with the
 * lockfile. Optional packages are ignored, because npm records only those of this platform.
 */
function dependenciesAreCurrent() {
  const installed = readLock('node_modules/.package-lock.json');
  const wanted = Object.entries(readLock('package-lock.json') ?? {}).filter(
    ([path, { optional, devOptional }]) => path !== '' && optional !== true && devOptional !== true,
  );
  return wanted.every(([path, { version, integrity }]) => {
    const found = installed?.[path];
    return found?.version === version && found?.integrity === integrity;
  });
}

/** Returns a package in node_modules that is made for another platform. */
function packageOfOtherPlatform() {
  const { platform, arch } = process;
  const libc = platform === 'linux' ? (installedGlibc() === undefined ? 'musl' : 'glibc') : undefined;
  return foreignPackage(readLock('node_modules/.package-lock.json') ?? {}, { platform, arch, libc });
}

/** @typedef {{ os?: string[], cpu?: string[], libc?: string[], version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined} by path in node_modules
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
