import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  embeddedSupport,
  installedGlibc,
  REQUIRED_GLIBC,
  WITHOUT_EMBEDDED_MONGODB,
} from '../../server/emulators/mongodb/glibc.mjs';
import { run } from './processes.mjs';
import { Failure } from './project.mjs';

const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1'];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const HOUR_MS = 3_600_000;

/**
 * Prepares the embedded MongoDB. If the machine's C library is too old, a newer one is unpacked into the user's
 * cache folder for the database's process only; nothing is installed. No-op if MONGODB_URI is set.
 * @param {(line: string) => void} say
 */
export async function prepareEmbeddedMongodb(say) {
  if ((process.env.MONGODB_URI ?? '') !== '') return;
  const support = embeddedSupport();
  if (support.kind === 'unsupported') throw new Failure(`${support.reason} ${WITHOUT_EMBEDDED_MONGODB}`);
  if (support.kind === 'native' || support.ready) return;
  say('Preparing the embedded MongoDB (fetching newer runtime libraries, 4 MB)');
  await mkdir(dirname(support.folder), { recursive: true });
  await removeAbandoned(support.folder);
  // Prepared in a folder of this process; the final rename makes it appear atomically.
  const draft = `${support.folder}.preparing-${String(process.pid)}`;
  try {
    await fetchLibraries(draft, support.architecture);
    const libraries = join(draft, 'root');
    await tryLibraries(
      support.loader.replace(support.folder, libraries),
      support.libraryPath.replace(support.folder, libraries),
    );
    await rename(libraries, support.folder).catch((/** @type {unknown} */ error) => {
      // Another process was faster.
      if (!existsSync(support.loader)) throw error;
    });
  } catch (error) {
    throw new Failure(
      `The embedded MongoDB needs glibc ${REQUIRED_GLIBC}, this machine has ${installedGlibc() ?? 'another'}, and ` +
        `newer libraries could not be prepared: ${error instanceof Error ? error.message : String(error)}\n` +
        WITHOUT_EMBEDDED_MONGODB,
      { cause: error },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Downloads Debian 13's packages with apt, which verifies their signatures, and unpacks them into `draft/root`. apt
 * uses its own source list and folders here, so it needs no privileges and changes nothing on the machine.
 * @param {string} draft
 * @param {string} architecture
 */
async function fetchLibraries(draft, architecture) {
  if (!existsSync(KEYRING)) throw new Error(`${KEYRING} is missing (package debian-archive-keyring)`);
  for (const folder of ['lists/partial', 'archives/partial', 'packages', 'root']) {
    await mkdir(join(draft, folder), { recursive: true });
  }
  const sources = join(draft, 'sources.list');
  await writeFile(
    sources,
    `deb [arch=${architecture} signed-by=${KEYRING}] ${await debianMirror()} trixie main\n`,
  );
  const options = Object.entries({
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(draft, 'lists'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': draft,
    'Acquire::Languages': 'none',
    'APT::Architecture': architecture,
    // As root, apt would drop to a user who cannot write here.
    'APT::Sandbox::User': '',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await succeed('apt-get', ['update', '--error-on=any', ...options]);
  const packages = join(draft, 'packages');
  await succeed('apt-get', ['download', ...options, ...PACKAGES], packages);
  for (const file of await readdir(packages)) {
    await succeed('dpkg-deb', ['-x', join(packages, file), join(draft, 'root')]);
  }
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
 * Verifies that Node runs with the unpacked libraries and flushes them to disk before they are moved into place.
 * @param {string} loader
 * @param {string} libraryPath
 */
async function tryLibraries(loader, libraryPath) {
  await succeed(loader, ['--library-path', libraryPath, process.execPath, '--version']);
  await succeed('sync', ['-f', loader]);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
async function succeed(command, args, cwd) {
  const { code, output } = await run(command, args, { quiet: true, ...(cwd !== undefined && { cwd }) });
  if (code === 0) return;
  throw new Error(`${command} ${args[0] ?? ''} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
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
