import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Written last, with `sources`, so that an interrupted build does not count. */
export const RECORD = 'dist/build.json';

/** Inputs of a build. */
const FOLDERS = ['client', 'server', 'shared', 'scripts'];
const FILES = ['package-lock.json', 'package.json', 'vite.config.ts'];
/** What the folders have besides: tests, benches, pages and packages. */
const NOT_BUILT = /\.test\.tsx?$|\.md$|^(client\/e2e|scripts\/bench)\/|\/node_modules\//;

/** Returns whether dist/ was built from the current sources. */
export function buildIsCurrent() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')).sources === hashOfSources();
  } catch {
    return false;
  }
}

/** Returns what tells whether dist/ was built from the current sources. Take it before a build. */
export function hashOfSources() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`),
  );
  const hash = createHash('sha256');
  for (const file of [...FILES, ...files.filter((file) => !NOT_BUILT.test(file)).sort()])
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
