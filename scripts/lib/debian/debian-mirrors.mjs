/** Debian's own addresses, for machines whose sources name no mirror of it. */
const OWN_MIRRORS = [
  'http://deb.debian.org/debian',
  'https://deb.debian.org/debian',
  'http://ftp.debian.org/debian',
];

/** The main packages of a release, after the address of its mirror. Ubuntu's releases have other names. */
const MAIN =
  /^'(https?:\/\/\S+?)\/+dists\/(?:bullseye|bookworm|trixie|forky|duke|sid|oldstable|stable|testing|unstable)(?:-updates|-backports)?\/main\//gm;
/** Hosts that everybody knows as mirrors of Debian, and what forwards to them. */
const KNOWN = /^https?:\/\/([^/]+\.)?debian\.(org|net)(?=[:/]|$)|deb\.debian\.org/;

/**
 * Returns where packages of Debian can be loaded from, the likeliest first: the mirrors that the machine uses, possibly
 * the only reachable ones, then Debian's own. Whoever tries them verifies the signatures, so that a wrong one only fails.
 * @param {string} addresses what `apt-get update --print-uris` prints: what the machine would load
 * @returns {string[]}
 */
export function debianMirrors(addresses) {
  const found = [...addresses.matchAll(MAIN)]
    .map(([, mirror = '']) => mirror)
    .filter((mirror) => !mirror.includes('security'));
  const known = found.filter((mirror) => KNOWN.test(mirror));
  return [...new Set([...known, ...found, ...OWN_MIRRORS])];
}
