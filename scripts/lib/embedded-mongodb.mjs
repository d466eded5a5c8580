import {
  embeddedSupport,
  installedGlibc,
  REQUIRED_GLIBC,
  WITHOUT_EMBEDDED_MONGODB,
} from '../../server/emulators/mongodb/glibc.mjs';
import { prepareFolder, succeed, unpackPackages } from './debian/debian-packages.mjs';
import { Failure } from './project.mjs';

const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1'];

/**
 * Prepares the embedded MongoDB. If the machine's C library is too old, a newer one is unpacked into the user's
 * cache folder for the database's process only; nothing is installed. No-op if MONGODB_URI is set. Throws a Failure that
 * says what to do where the database cannot run. Needs no package, so that it comes before npm builds or loads any.
 * @param {(line: string) => void} say
 */
export async function prepareEmbeddedMongodb(say) {
  if ((process.env.MONGODB_URI ?? '') !== '') return;
  const support = embeddedSupport();
  if (support.kind === 'unsupported') throw new Failure(`${support.reason} ${WITHOUT_EMBEDDED_MONGODB}`);
  if (support.kind === 'native' || support.ready) return;
  const { folder, architecture, loader, libraryPath } = support;
  say('Preparing the embedded MongoDB (fetching newer runtime libraries, 4 MB)');
  try {
    await prepareFolder(folder, async (draft) => {
      await unpackPackages(draft, PACKAGES, { architecture });
      // Node must run with them, and they must be on the disk before they are moved into place.
      const [draftLoader, draftPath] = [loader.replace(folder, draft), libraryPath.replace(folder, draft)];
      await succeed(draftLoader, ['--library-path', draftPath, process.execPath, '--version']);
      await succeed('sync', ['-f', draftLoader]);
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
