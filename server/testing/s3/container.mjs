// Plain JavaScript: the script that prepares the container runs before any package is installed.
import { debianFolder } from '../../platform/lib/debian-folder.mjs';

/** Set by the preparation, once it has said why there is no container. */
export const UNAVAILABLE = 'HARK_NO_S3_SERVER';

/** Returns where the programs of the container are unpacked, or why there cannot be one. */
export const containerImage = () => debianFolder('ceph');

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
