/**
 * A source of packages, as apt's lists name it.
 * @typedef {{ uris: string[], suites: string[], components: string[] }} PackageSource
 */

/** Debian's own addresses, for machines whose sources name no mirror of it. */
const OWN_MIRRORS = [
  'http://deb.debian.org/debian',
  'https://deb.debian.org/debian',
  'http://ftp.debian.org/debian',
];

/** Names of Debian's releases. Ubuntu has others, so that its archive is not taken. */
const SUITE =
  /^(bullseye|bookworm|trixie|forky|duke|sid|oldstable|stable|testing|unstable)(-updates|-backports)?$/;
/** Hosts that everybody knows as mirrors of Debian. */
const KNOWN_HOST = /(^|\.)debian\.(org|net)$/;

/**
 * Returns where packages of Debian can be loaded from, the likeliest first: the mirrors that the machine uses, possibly
 * the only reachable ones, then Debian's own. Whoever tries them verifies the signatures, so that a wrong one only fails.
 * @param {readonly PackageSource[]} sources
 * @returns {string[]}
 */
export function debianMirrors(sources) {
  const found = sources
    .filter(
      ({ suites, components }) => suites.some((suite) => SUITE.test(suite)) && components.includes('main'),
    )
    .flatMap(({ uris }) => uris)
    .filter((uri) => /^https?:\/\//.test(uri) && !/security/.test(uri))
    .map((uri) => uri.replace(/\/+$/, ''));
  const known = found.filter((uri) => KNOWN_HOST.test(hostOf(uri)) || uri.includes('deb.debian.org'));
  return [...new Set([...known, ...found, ...OWN_MIRRORS])];
}

/** @param {string} uri */
function hostOf(uri) {
  return URL.canParse(uri) ? new URL(uri).hostname : '';
}

/**
 * Reads a list of apt: one line a source, or the deb822 form of `.sources` files. Sources of other forms, such as
 * cdrom, and those that are switched off are left out.
 * @param {string} text
 * @returns {PackageSource[]}
 */
export function readSources(text) {
  const plain = text.replace(/^[ \t]*#.*\n?/gm, '');
  return /^Types:/im.test(plain)
    ? plain.split(/\n[ \t]*\n/).flatMap(stanza)
    : plain.split('\n').flatMap(line);
}

/**
 * @param {string} text
 * @returns {PackageSource[]}
 */
function line(text) {
  const match = /^\s*deb\s+(?:\[[^\]]*\]\s*)?(\S+)\s+(\S+)((?:\s+\S+)*)\s*$/.exec(text.replace(/#.*/, ''));
  if (match === null) return [];
  const [, uri = '', suite = '', components = ''] = match;
  return [{ uris: [uri], suites: [suite], components: words(components) }];
}

/**
 * @param {string} text
 * @returns {PackageSource[]}
 */
function stanza(text) {
  const field = (/** @type {string} */ name) =>
    words(new RegExp(`^${name}:((?:.*)(?:\\n[ \\t]+.*)*)`, 'im').exec(text)?.[1] ?? '');
  if (!field('Types').includes('deb') || field('Enabled').some((value) => /^(no|false)$/i.test(value)))
    return [];
  return [{ uris: field('URIs'), suites: field('Suites'), components: field('Components') }];
}

/** @param {string} text */
function words(text) {
  return text.split(/\s+/).filter((word) => word !== '');
}
