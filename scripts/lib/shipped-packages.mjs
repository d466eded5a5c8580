import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ name?: string, version?: string, dev?: boolean, dependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Locked */

const IMPORT = /(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)/g;
/** Types have no code. */
const TYPES = '@types/';

/**
 * Returns the paths in the lockfile of the packages that reach production: those that a server installs, and the
 * development packages whose code is in the built client.
 * @param {Record<string, Locked>} packages of package-lock.json, by path
 * @param {ReadonlySet<string>} clientImports names of the packages that the client imports
 * @returns {Set<string>}
 */
export function shippedPackages(packages, clientImports) {
  const installed = Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true);
  const shipped = new Set(installed);
  /** @param {string | undefined} path */
  const add = (path) => {
    if (path === undefined || shipped.has(path)) return;
    shipped.add(path);
    const { dependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
      if (!name.startsWith(TYPES)) add(resolve(packages, path, name));
  };
  for (const name of clientImports) add(resolve(packages, '', name));
  return shipped;
}

/**
 * Returns where Node finds `name` for the package at `from`; `undefined` for an optional one that is not installed.
 * @param {Record<string, Locked>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(packages, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in packages) return path;
  if (from === '') return undefined;
  return resolve(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/**
 * Returns the names of the packages that the sources of the client import, without its tests.
 * @returns {Set<string>}
 */
export function clientImports() {
  const files = readdirSync('client', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|css)$/.test(entry.name))
    .filter(({ name, parentPath }) => !/\.test\./.test(name) && !/^client\/(e2e|testing)/.test(parentPath))
    .map(({ name, parentPath }) => readFileSync(`${parentPath}/${name}`, 'utf8'));
  return new Set(files.flatMap((text) => [...text.matchAll(IMPORT)].flatMap(([, name]) => name ?? [])));
}
