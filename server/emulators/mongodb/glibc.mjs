// Plain JavaScript: the start scripts need it before any dependency is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { debianFolder } from '../../platform/lib/debian-folder.mjs';

/** The C library that the embedded MongoDB was built against. */
export const REQUIRED_GLIBC = '2.38';

/** Advice for a machine on which the embedded MongoDB cannot run. */
export const WITHOUT_EMBEDDED_MONGODB =
  'Set MONGODB_URI to a MongoDB of your own; "docker compose -f docker/compose.yml up -d mongodb" starts one, ' +
  'at mongodb://127.0.0.1:27017/hark?directConnection=true.';

/** Where Debian keeps the libraries and the loader of each of its architectures. */
const LIBRARIES = {
  amd64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
};

/**
 * How the embedded MongoDB runs on this machine: on the installed C library (`native`), on a newer one unpacked in the
 * user's cache folder (`libraries`), or not at all.
 * @typedef {{ kind: 'native' }
 *   | { kind: 'libraries', folder: string, loader: string, libraryPath: string, ready: boolean, architecture: string }
 *   | { kind: 'unsupported', reason: string }} EmbeddedSupport
 */

/**
 * What decides whether the embedded MongoDB runs. `apt`: whether there is apt-get, which loads newer libraries.
 * @typedef {import('../../platform/lib/debian-folder.mjs').Platform & { glibc: string | undefined, apt: boolean }} Machine
 */

/** @returns {Machine} */
function thisMachine() {
  const { platform, arch } = process;
  return { platform, arch, glibc: installedGlibc(), apt: existsSync('/usr/bin/apt-get') };
}

/**
 * Returns how the embedded MongoDB can run on a machine; why it cannot is in words for its user.
 * @param {Machine} [machine]
 * @returns {EmbeddedSupport}
 */
export function embeddedSupport(machine = thisMachine()) {
  const { platform, arch, glibc, apt } = machine;
  if (platform === 'darwin' && arch === 'arm64') return { kind: 'native' };
  if (platform === 'darwin') return unsupported('does not run on a Mac with an Intel processor.');
  if (platform === 'win32') return unsupported('does not run on Windows, but in WSL it does.');
  const debian = debianFolder('glibc', machine);
  if ('unavailable' in debian) return unsupported(`does not run on ${platform} ${arch}.`);
  if (glibc === undefined)
    return unsupported('needs glibc; this Linux has another C library (musl, as Alpine has).');
  if (!isOlder(glibc, REQUIRED_GLIBC)) return { kind: 'native' };
  const { folder, architecture } = debian;
  const libraryPath = join(folder, 'usr/lib', LIBRARIES[architecture].triplet);
  const loader = join(libraryPath, LIBRARIES[architecture].loader);
  const ready = existsSync(loader);
  // Libraries that are unpacked already need no apt.
  if (!ready && !apt)
    return unsupported(
      `needs glibc ${REQUIRED_GLIBC}, this Linux has ${glibc}, and newer libraries can be ` +
        'loaded only with apt-get, which Red Hat and its relatives do not have.',
    );
  return { kind: 'libraries', folder, loader, libraryPath, ready, architecture };
}

/**
 * @param {string} problem
 * @returns {EmbeddedSupport}
 */
function unsupported(problem) {
  return { kind: 'unsupported', reason: `The embedded MongoDB ${problem}` };
}

/**
 * Returns the glibc version of this process, or undefined for another C library.
 * @returns {string | undefined}
 */
export function installedGlibc() {
  /** @type {NodeJS.ProcessReport & { excludeNetwork?: boolean }} */
  const report = process.report;
  // Avoids a DNS lookup for every open connection.
  report.excludeNetwork = true;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (report.getReport());
  return header.glibcVersionRuntime;
}

/**
 * Whether version `a` (such as `2.36`) is older than `b`, compared by its numbers.
 * @param {string} a
 * @param {string} b
 */
export function isOlder(a, b) {
  const right = b.split('.').map(Number);
  const difference = a
    .split('.')
    .map((part, at) => Number(part) - (right[at] ?? 0))
    .find((value) => value !== 0);
  return (difference ?? 0) < 0;
}
