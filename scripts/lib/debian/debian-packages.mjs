import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { debianMirrors, readSources } from './debian-mirrors.mjs';
import { run } from '../processes.mjs';
import { Failure } from '../project.mjs';

/** The keys that sign Debian's packages. */
export const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const SOURCE_LISTS = '/etc/apt';
const HOUR_MS = 3_600_000;
/** A download never hangs for longer, in seconds. */
const DOWNLOAD_SECONDS = '300';

/**
 * Makes a folder all at once: `make` fills a draft, which is then renamed, so that a folder that exists is complete.
 * @param {string} folder
 * @param {(draft: string) => Promise<void>} make
 */
export async function prepareFolder(folder, make) {
  await mkdir(dirname(folder), { recursive: true }).catch((/** @type {unknown} */ error) => {
    throw unwritable(dirname(folder), error);
  });
  await removeAbandoned(folder);
  const draft = `${folder}.preparing-${String(process.pid)}`;
  try {
    await mkdir(draft).catch((/** @type {unknown} */ error) => {
      throw unwritable(dirname(folder), error);
    });
    await make(draft);
    await rename(draft, folder).catch((/** @type {unknown} */ error) => {
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {unknown} error
 */
function unwritable(folder, error) {
  const codes = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!codes.includes(code)) return error;
  const advice = 'Make it writable, or name another folder in XDG_CACHE_HOME.';
  return new Failure(`The cache folder ${folder} cannot be written (${code}). ${advice}`);
}

/**
 * Downloads packages of Debian 13 with apt, which verifies their signatures, and unpacks them into `folder`. apt uses
 * its own source list and folders here, so it needs no privileges and changes nothing on the machine.
 * @param {string} folder
 * @param {readonly string[]} packages
 * @param {{ architecture: string, dependencies?: boolean }} options whether to include what the packages depend on
 */
export async function unpackPackages(folder, packages, { architecture, dependencies = false }) {
  const work = `${folder}.packages`;
  try {
    for (const name of ['lists/partial', 'archives/partial'])
      await mkdir(join(work, name), { recursive: true });
    const options = await updatedOptions(work, architecture);
    const archives = join(work, 'archives');
    const command = dependencies
      ? ['install', '-y', '--download-only', '--no-install-recommends']
      : ['download'];
    await succeed('timeout', [DOWNLOAD_SECONDS, 'apt-get', ...command, ...options, ...packages], archives);
    const files = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
    for (const file of files) await succeed('dpkg-deb', ['-x', join(archives, file), folder]);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Returns the options of apt for the first mirror that answers with lists that Debian has signed.
 * @param {string} work
 * @param {string} architecture
 */
async function updatedOptions(work, architecture) {
  const keyring = await debianKeyring(work);
  const failures = [];
  for (const mirror of debianMirrors((await sourceLists()).flatMap(readSources))) {
    const options = await aptOptions(work, { architecture, keyring, mirror });
    try {
      await succeed('timeout', [DOWNLOAD_SECONDS, 'apt-get', 'update', '--error-on=any', ...options]);
      return options;
    } catch (error) {
      failures.push(`${mirror}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(failures.join('\n'));
}

/**
 * Returns the file of Debian's keys. Ubuntu does not install it, but has it as a package, which apt verifies.
 * @param {string} work
 */
async function debianKeyring(work) {
  if (existsSync(KEYRING)) return KEYRING;
  const name = 'debian-archive-keyring';
  const lists = ['-o', `Dir::State::lists=${join(work, 'own-lists')}`, '-o', 'APT::Sandbox::User='];
  await mkdir(join(work, 'own-lists/partial'), { recursive: true });
  try {
    await succeed('timeout', [DOWNLOAD_SECONDS, 'apt-get', 'update', ...lists]);
    await succeed('timeout', [DOWNLOAD_SECONDS, 'apt-get', 'download', ...lists, name], work);
    const file = (await readdir(work)).find((entry) => entry.startsWith(name)) ?? '';
    await succeed('dpkg-deb', ['-x', join(work, file), join(work, 'keyring')]);
  } catch (error) {
    throw new Error(`${KEYRING} is missing. Install the package ${name}.`, { cause: error });
  }
  return join(work, 'keyring', KEYRING);
}

/** Returns the texts of the lists of sources of this machine. */
async function sourceLists() {
  const parts = await readdir(join(SOURCE_LISTS, 'sources.list.d')).catch(() => []);
  const names = parts
    .filter((name) => /\.(list|sources)$/.test(name))
    .map((name) => `sources.list.d/${name}`);
  return Promise.all(
    ['sources.list', ...names].map((name) => readFile(join(SOURCE_LISTS, name), 'utf8').catch(() => '')),
  );
}

/**
 * @param {string} work
 * @param {{ architecture: string, keyring: string, mirror: string }} archive
 */
async function aptOptions(work, { architecture, keyring, mirror }) {
  const sources = join(work, 'sources.list');
  await writeFile(sources, `deb [arch=${architecture} signed-by=${keyring}] ${mirror} trixie main\n`);
  return Object.entries({
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': work,
    'Acquire::Languages': 'none',
    'APT::Architecture': architecture,
    // As root, apt would drop to a user who cannot write here.
    'APT::Sandbox::User': '',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/**
 * Runs a program that must exit with 0; otherwise throws its last lines.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
export async function succeed(command, args, cwd) {
  const { code, output } = await run(command, args, { quiet: true, ...(cwd !== undefined && { cwd }) });
  if (code === 0) return;
  const called = [command, ...args.slice(0, 2)].join(' ');
  throw new Error(`${called} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
}

/**
 * Removes drafts of killed preparations; a recent one may still be in progress.
 * @param {string} folder
 */
async function removeAbandoned(folder) {
  const cache = dirname(folder);
  for (const name of await readdir(cache)) {
    if (!name.startsWith(`${basename(folder)}.preparing-`)) continue;
    const { mtimeMs } = await stat(join(cache, name));
    if (Date.now() - mtimeMs > HOUR_MS) await rm(join(cache, name), { recursive: true, force: true });
  }
}
