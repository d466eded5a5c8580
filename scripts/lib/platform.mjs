/**
 * What decides whether the embedded MongoDB runs on a machine.
 * @typedef {{ platform: string, arch: string, glibc: string | undefined, apt: boolean, requiredGlibc: string }} Machine
 */

/**
 * Returns why the embedded MongoDB cannot run on a machine, in words for its user, or undefined where it can. `apt`:
 * whether the machine has apt-get, with which newer libraries are loaded for an older glibc.
 * @param {Machine} machine
 * @param {(version: string, required: string) => boolean} isOlder
 */
export function platformProblem({ platform, arch, glibc, apt, requiredGlibc }, isOlder) {
  if (platform === 'win32') return 'The embedded MongoDB does not run on Windows, but in WSL it does.';
  if (platform === 'darwin')
    return arch === 'arm64'
      ? undefined
      : 'The embedded MongoDB does not run on a Mac with an Intel processor.';
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64'))
    return `The embedded MongoDB does not run on ${platform} ${arch}.`;
  if (glibc === undefined)
    return 'The embedded MongoDB needs glibc; this Linux has another C library (musl, as Alpine has).';
  if (isOlder(glibc, requiredGlibc) && !apt)
    return (
      `The embedded MongoDB needs glibc ${requiredGlibc}, this Linux has ${glibc}, and newer libraries can be ` +
      'loaded only with apt-get, which Red Hat and its relatives do not have.'
    );
  return undefined;
}

/** @typedef {{ os?: string[], cpu?: string[], libc?: string[] }} PlatformPackage */

/**
 * Returns a package of an installation that is made for another platform, such as `@esbuild/darwin-arm64`: then the
 * whole of node_modules was installed elsewhere. `libc`: glibc or musl; undefined where that says nothing.
 * @param {Record<string, PlatformPackage>} packages by path, as in node_modules/.package-lock.json
 * @param {{ platform: string, arch: string, libc: string | undefined }} machine
 * @returns {string | undefined}
 */
export function foreignPackage(packages, { platform, arch, libc }) {
  const path = Object.entries(packages).find(
    ([, { os, cpu, libc: libcs }]) =>
      !fits(os, platform) || !fits(cpu, arch) || (libc !== undefined && !fits(libcs, libc)),
  )?.[0];
  return path?.replace(/^.*node_modules\//, '');
}

/**
 * @param {string[] | undefined} names without which everything fits; `!name` excludes one
 * @param {string} name
 */
function fits(names, name) {
  if (names === undefined || names.length === 0) return true;
  if (names.includes(`!${name}`)) return false;
  return names.every((entry) => entry.startsWith('!')) || names.includes(name);
}
