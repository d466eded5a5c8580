import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const IMPORT = /(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)/g;
/** Types have no code; the last ones are a part of React's. */
const TYPES = /^(@types\/|csstype$)/;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Returns the packages that reach production, by the lockfile: those that a server installs, and the development packages
 * whose code is in the built client. `location` is the path in the lockfile.
 * @param {ReadonlySet<string>} clientImports names of the packages that the client imports
 * @returns {{ name: string, version: string, location: string, dev: boolean }[]}
 */
export function shippedPackages(clientImports) {
  const direct = ['.prod', ...[...clientImports].map((name) => `[name="${name}"]`)];
  const query = direct.map((one) => `:root > ${one}, :root > ${one} *`).join(', ');
  const options = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: MAX_BYTES });
  /** @type {ReturnType<typeof shippedPackages>} */
  const found = JSON.parse(execFileSync('npm', ['query', query, '--package-lock-only'], options));
  return found.filter(({ name, dev }) => !dev || !TYPES.test(name));
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
