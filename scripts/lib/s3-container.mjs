import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { containerImage, inContainer, UNAVAILABLE } from '../../server/testing/s3/container.mjs';
import { prepareRoot, succeed } from './debian/debian-packages.mjs';

const PACKAGES = ['radosgw', 'ceph-common', 'ceph-mon', 'ceph-osd', 'coreutils', 'dash'];

/**
 * Prepares the container of the S3 server for the tests, once a machine: Ceph of Debian 13, unpacked into the user's
 * cache folder. Where it cannot run, says why; the tests then skip what needs it.
 * @param {(line: string) => void} say
 */
export async function prepareS3Container(say) {
  try {
    const image = containerImage();
    if ('unavailable' in image) throw new Error(image.unavailable);
    const { folder, architecture } = image;
    // First, since it fails at once where there are no containers.
    await tryContainer('/', 'true');
    if (existsSync(folder)) return;
    say('Preparing an S3 server for the tests (fetching Ceph, 140 MB)');
    const complete = async (/** @type {string} */ draft) => {
      await writeFile(join(draft, 'etc/os-release'), 'ID=debian\nVERSION_ID=13\nPRETTY_NAME=Debian\n');
      await tryContainer(draft, 'radosgw --version');
    };
    await prepareRoot(folder, PACKAGES, { architecture, complete });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.env[UNAVAILABLE] = reason;
    say(`The tests with a real S3 server are skipped: ${reason}`);
  }
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
