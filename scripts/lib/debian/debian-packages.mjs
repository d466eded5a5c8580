import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { debianMirrors } from './debian-mirrors.mjs';
import { run } from '../processes.mjs';
import { Failure } from '../project.mjs';

/** The keys that sign Debian's packages. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const HOUR_MS = 3_600_000;
/** A download never hangs for longer, in seconds. */
const DOWNLOAD_SECONDS = '300';

/**
 * Makes a folder once, and all at once: `make` fills a draft, which is then renamed, so that a folder that exists is complete.
 * @param {string} folder
 * @param {(draft: string) => Promise<void>} make
 */
export async function prepareFolder(folder, make) {
  if (existsSync(folder)) return;
  const draft = `${folder}.preparing-${String(process.pid)}`;
  await mkdir(draft, { recursive: true }).catch((/** @type {unknown} */ error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code)) throw error;
    const problem = `The cache folder ${dirname(folder)} cannot be written (${code}).`;
    throw new Failure(`${problem} Make it writable, or name another folder in XDG_CACHE_HOME.`);
  });
  try {
    await removeAbandoned(folder);
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
 * Removes drafts of killed preparations; a recent one may still be in progress.
 * @param {string} folder
 */
async function removeAbandoned(folder) {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.preparing-`)) continue;
    const abandoned = join(dirname(folder), name);
    const { mtimeMs } = await stat(abandoned);
    if (Date.now() - mtimeMs > HOUR_MS) await rm(abandoned, { recursive: true, force: true });
  }
}

/**
 * Makes a folder once that can be the root of a container: packages of Debian 13 and what they depend on.
 * @param {string} folder
 * @param {readonly string[]} packages
 * @param {{ architecture: string, complete: (draft: string) => Promise<void> }} options `complete` adds what is missing
 */
export function prepareRoot(folder, packages, { architecture, complete }) {
  return prepareFolder(folder, async (draft) => {
    for (const name of ['dev', 'etc', 'proc', 'srv', 'tmp']) await mkdir(join(draft, name));
    await unpackPackages(draft, packages, { architecture, dependencies: true });
    // Debian's installer makes these links.
    for (const name of ['bin', 'sbin', 'lib', 'lib64'])
      if (!existsSync(join(draft, name))) await symlink(`usr/${name}`, join(draft, name));
    await complete(draft);
  });
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
  const archives = join(work, 'archives');
  try {
    await mkdir(archives, { recursive: true });
    const sources = `[arch=${architecture} signed-by=${await debianKeyring(work)}]`;
    await writeFile(join(work, 'apt.conf'), configurationOf(work, architecture));
    await findMirror(work, sources);
    const command = dependencies
      ? ['install', '-y', '--download-only', '--no-install-recommends']
      : ['download'];
    await aptGet([...command, '-c', join(work, 'apt.conf'), ...packages], archives);
    for (const name of await readdir(archives))
      if (name.endsWith('.deb')) await succeed('dpkg-deb', ['-x', join(archives, name), folder]);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} work
 * @param {string} architecture
 */
function configurationOf(work, architecture) {
  // As root, apt would drop to a user who cannot write here.
  return `Dir::Etc::sourcelist "${work}/sources.list";
    Dir::Etc::sourceparts "-";
    Dir::State "${work}";
    Dir::State::status "/dev/null";
    Dir::Cache "${work}";
    Acquire::Languages "none";
    APT::Architecture "${architecture}";
    APT::Sandbox::User "";`;
}

/**
 * Writes the source list with the first mirror that answers with lists that Debian has signed.
 * @param {string} work
 * @param {string} options of the source
 */
async function findMirror(work, options) {
  const failures = [];
  const { output } = await run('apt-get', ['update', '--print-uris'], { quiet: true });
  for (const mirror of debianMirrors(output)) {
    await writeFile(join(work, 'sources.list'), `deb ${options} ${mirror} trixie main\n`);
    try {
      await aptGet(['update', '--error-on=any', '-c', join(work, 'apt.conf')]);
      return;
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
  const lists = ['-o', `Dir::State=${work}`, '-o', 'APT::Sandbox::User='];
  try {
    await aptGet(['update', ...lists]);
    await aptGet(['download', ...lists, name], work);
    const file = (await readdir(work)).find((entry) => entry.startsWith(name)) ?? '';
    await succeed('dpkg-deb', ['-x', join(work, file), join(work, 'keyring')]);
  } catch (error) {
    throw new Error(`${KEYRING} is missing. Install the package ${name}.`, { cause: error });
  }
  return join(work, 'keyring', KEYRING);
}

/**
 * @param {readonly string[]} args
 * @param {string} [cwd] where `download` writes
 */
function aptGet(args, cwd) {
  return succeed('timeout', [DOWNLOAD_SECONDS, 'apt-get', ...args], cwd);
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
