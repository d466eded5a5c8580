import {
  embeddedSupport,
  isOlder,
  installedGlibc,
  REQUIRED_GLIBC,
  WITHOUT_EMBEDDED_MONGODB,
} from '../../server/emulators/mongodb/glibc.mjs';
import { existsSync } from 'node:fs';
import { prepareFolder, succeed, unpackPackages } from './debian/debian-packages.mjs';
import { platformProblem } from './platform.mjs';
import { Failure } from './project.mjs';

const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1'];

/**
 * Throws a Failure that says what to do where the embedded MongoDB is needed and cannot run on this machine. Needs no
 * package, so that it comes before npm builds or loads any.
 */
export function requirePlatform() {
  if ((process.env.MONGODB_URI ?? '') !== '') return;
  const { platform, arch } = process;
  const glibc = platform === 'linux' ? installedGlibc() : undefined;
  const machine = {
    platform,
    arch,
    glibc,
    apt: existsSync('/usr/bin/apt-get'),
    requiredGlibc: REQUIRED_GLIBC,
  };
  const support = platform === 'linux' && glibc !== undefined ? embeddedSupport() : undefined;
  // Libraries that are unpacked already need no apt.
  if (support?.kind === 'libraries' && support.ready) return;
  const problem = platformProblem(machine, isOlder);
  if (problem !== undefined) throw new Failure(`${problem} ${WITHOUT_EMBEDDED_MONGODB}`);
}

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
  try {
    await prepareFolder(support.folder, async (draft) => {
      await unpackPackages(draft, PACKAGES, { architecture: support.architecture });
      await tryLibraries(
        support.loader.replace(support.folder, draft),
        support.libraryPath.replace(support.folder, draft),
      );
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `The embedded MongoDB needs glibc ${REQUIRED_GLIBC}, this machine has ${installedGlibc() ?? 'another'}, and ` +
        `newer libraries could not be prepared: ${error instanceof Error ? error.message : String(error)}\n` +
        WITHOUT_EMBEDDED_MONGODB,
      { cause: error },
    );
  }
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
