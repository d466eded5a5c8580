// Plain JavaScript: the script that prepares the container runs before any package is installed.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Debian's names for the processor architectures of Node. @type {Record<string, string | undefined>} */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** Set by the preparation, once it has said why there is no container. */
export const UNAVAILABLE = 'HARK_NO_S3_SERVER';

/**
 * Where the programs of the container are unpacked: a folder of this user's cache, shared by all copies of Hark.
 * @returns {{ folder: string, architecture: string } | { unavailable: string }}
 */
export function containerImage() {
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== 'linux' || architecture === undefined)
    return { unavailable: `it needs Linux, not ${process.platform} ${process.arch}` };
  const cache = process.env.XDG_CACHE_HOME;
  const folder = cache === undefined || cache === '' ? join(homedir(), '.cache') : cache;
  return { folder: join(folder, 'hark', `ceph-debian13-${architecture}`), architecture };
}

/**
 * Returns the command that runs a shell script in the container: in the unpacked folder, with its own processes and
 * mounts and the machine's network. All its processes end with the script. Needs root, or sudo without a password.
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} environment
 * @param {string} script
 */
export function inContainer(folder, environment, script) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const mounts = [
    'mount --rbind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    'mount -t tmpfs tmpfs "$0/srv"',
    'mount -t tmpfs tmpfs "$0/tmp"',
  ].join(' && ');
  const namespaces = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];
  return [
    ...asRoot,
    ...namespaces,
    ...['sh', '-c', `${mounts} && exec chroot "$0" env -i PATH=/usr/bin:/usr/sbin "$@"`, folder],
    ...variables,
    ...['sh', '-c', script],
  ];
}
