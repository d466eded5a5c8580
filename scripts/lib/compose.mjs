import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { prepareFolder, succeed, unpackPackages } from './debian-packages.mjs';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
const PROGRAM = 'usr/libexec/docker/cli-plugins/docker-compose';

/**
 * Returns the path of a docker-compose of Debian 13, which validates files without a daemon; unpacks it into the user's cache
 * folder once. Throws where it cannot be had.
 * @returns {Promise<string>}
 */
export async function prepareCompose() {
  /** @type {string | undefined} */
  const architecture = Object.entries(ARCHITECTURES).find(([name]) => name === process.arch)?.[1];
  if (process.platform !== 'linux' || architecture === undefined)
    throw new Error(`it needs Linux, not ${process.platform} ${process.arch}`);
  const { XDG_CACHE_HOME: cache = '' } = process.env;
  const base = cache === '' ? join(homedir(), '.cache') : cache;
  const folder = join(base, 'hark', `compose-debian13-${architecture}`);
  if (!existsSync(folder))
    await prepareFolder(folder, (draft) => unpackPackages(draft, ['docker-compose'], { architecture }));
  const program = join(folder, PROGRAM);
  await succeed(program, ['version']);
  return program;
}
