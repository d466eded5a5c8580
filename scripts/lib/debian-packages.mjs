import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { run } from './processes.mjs';

/** The keys that sign Debian's packages. */
export const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const HOUR_MS = 3_600_000;
/** A download never hangs for longer, in seconds. */
const DOWNLOAD_SECONDS = '300';

/**
 * Makes a folder all at once: `make` fills a draft, which is then renamed, so that a folder that exists is complete.
 * @param {string} folder
 * @param {(draft: string) => Promise<void>} make
 */
export async function prepareFolder(folder, make) {
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const draft = `${folder}.preparing-${String(process.pid)}`;
  try {
    await mkdir(draft);
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
 * Downloads packages of Debian 13 with apt, which verifies their signatures, and unpacks them into `folder`. apt uses
 * its own source list and folders here, so it needs no privileges and changes nothing on the machine.
 * @param {string} folder
 * @param {readonly string[]} packages
 * @param {{ architecture: string, dependencies?: boolean }} options whether to include what the packages depend on
 */
export async function unpackPackages(folder, packages, { architecture, dependencies = false }) {
  if (!existsSync(KEYRING)) throw new Error(`${KEYRING} is missing (package debian-archive-keyring)`);
  const work = `${folder}.packages`;
  try {
    for (const name of ['lists/partial', 'archives/partial'])
      await mkdir(join(work, name), { recursive: true });
    const options = await aptOptions(work, architecture);
    await succeed('timeout', [DOWNLOAD_SECONDS, 'apt-get', 'update', '--error-on=any', ...options]);
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
 * @param {string} work
 * @param {string} architecture
 */
async function aptOptions(work, architecture) {
  const sources = join(work, 'sources.list');
  await writeFile(
    sources,
    `deb [arch=${architecture} signed-by=${KEYRING}] ${await debianMirror()} trixie main\n`,
  );
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
 * Returns the Debian mirror that this machine already uses, possibly the only reachable one; otherwise Debian's
 * own.
 */
async function debianMirror() {
  const { output } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { quiet: true });
  return (
    output.split('\n').find((uri) => /^https?:.*\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian'
  );
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
