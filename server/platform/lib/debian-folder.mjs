// Plain JavaScript: the start scripts need it before any dependency is installed.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Debian's names for the processor architectures of Node. @type {Record<string, 'amd64' | 'arm64' | undefined>} */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** @typedef {{ platform: string, arch: string }} Platform */

/**
 * Returns the folder for files of Debian 13, in the cache folder that all copies of Hark of this user share, or why this
 * machine cannot run them.
 * @param {string} name
 * @param {Platform} [machine]
 * @returns {{ folder: string, architecture: 'amd64' | 'arm64' } | { unavailable: string }}
 */
export function debianFolder(name, { platform, arch } = process) {
  const architecture = ARCHITECTURES[arch];
  if (platform !== 'linux' || architecture === undefined)
    return { unavailable: `it needs Linux, not ${platform} ${arch}` };
  const { XDG_CACHE_HOME = '' } = process.env;
  const cache = XDG_CACHE_HOME === '' ? join(homedir(), '.cache') : XDG_CACHE_HOME;
  return { folder: join(cache, 'hark', `${name}-debian13-${architecture}`), architecture };
}
