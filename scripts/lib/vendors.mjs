import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from './processes.mjs';
import { Failure } from './project.mjs';

/** The folder of the programs of others that long tests use, a package of its own. */
export const VENDORS = fileURLToPath(new URL('../vendors/', import.meta.url));

/** Installs the packages of `scripts/vendors` as `installPackages` does. */
export function installVendors() {
  return installPackages(VENDORS);
}

/**
 * Installs the packages of a folder from its lockfile if they are missing or other ones. Returns the folder of the packages.
 * Throws a `Failure` with the output of npm if that fails.
 * @param {string} folder
 * @returns {Promise<string>}
 */
export async function installPackages(folder) {
  if (!isCurrent(folder)) {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress'];
    const { code, output } = await run('npm', ['ci', ...flags], { cwd: folder, quiet: true });
    if (code !== 0)
      throw new Failure(`${output.trim()}\n\nThe packages of ${folder} could not be installed.`);
  }
  return `${folder}node_modules/`;
}

/**
 * npm writes the lockfile in node_modules as the last step; it leaves out optional packages of other platforms.
 * @param {string} folder
 */
function isCurrent(folder) {
  const file = `${folder}node_modules/.package-lock.json`;
  if (!existsSync(file)) return false;
  const [installed, wanted] = [file, `${folder}package-lock.json`].map(packagesOf);
  return Object.entries(wanted ?? {}).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || installed?.[path]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
