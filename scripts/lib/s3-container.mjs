import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { containerImage, inContainer, UNAVAILABLE } from '../../server/testing/s3/container.mjs';
import { apt } from './debian/apt.mjs';
import { KEYRING, prepareFolder, succeed, unpackPackages } from './debian/debian-packages.mjs';

const PACKAGES = ['radosgw', 'ceph-common', 'ceph-mon', 'ceph-osd', 'coreutils', 'dash'];
/** The folders at the root are links, which Debian's installer makes. */
const LINKS = ['bin', 'sbin', 'lib', 'lib64'];

/**
 * Prepares the container of the S3 server for the tests, once a machine: Ceph of Debian 13, unpacked into the user's
 * cache folder. Where it cannot run, says why; the tests then skip what needs it.
 * @param {(line: string) => void} say
 */
export async function prepareS3Container(say) {
  try {
    await prepare(say);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.env[UNAVAILABLE] = reason;
    say(`The tests with a real S3 server are skipped: ${reason}`);
  }
}

/** @param {(line: string) => void} say */
async function prepare(say) {
  const image = containerImage();
  if ('unavailable' in image) throw new Error(image.unavailable);
  const { folder, architecture } = image;
  // First, since it fails at once where there are no containers.
  await tryContainer('/', 'true');
  if (existsSync(folder)) return;
  say('Preparing an S3 server for the tests (fetching Ceph, 140 MB)');
  if (!existsSync(KEYRING)) await apt('install', '-q', '-y', 'debian-archive-keyring');
  await prepareFolder(folder, async (draft) => {
    await mkdir(join(draft, 'etc'));
    for (const name of ['dev', 'proc', 'srv', 'tmp']) await mkdir(join(draft, name));
    await unpackPackages(draft, PACKAGES, { architecture, dependencies: true });
    for (const name of LINKS) await symlink(`usr/${name}`, join(draft, name));
    await writeFile(join(draft, 'etc/os-release'), 'ID=debian\nVERSION_ID=13\nPRETTY_NAME=Debian\n');
    await tryContainer(draft, 'radosgw --version');
  });
}

/**
 * Runs a script in a container; throws if this machine does not let it or the script fails.
 * @param {string} folder
 * @param {string} script
 */
async function tryContainer(folder, script) {
  const [command = '', ...args] = inContainer(folder, {}, script);
  await succeed(command, args);
}
