import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Written last, so that an interrupted build does not count. */
const RECORD = 'dist/build.json';

/** Inputs of a build. */
const FOLDERS = ['client', 'server', 'shared', 'scripts'];
const FILES = ['package-lock.json', 'package.json', 'vite.config.ts'];

/** Returns whether dist/ was built from the current sources. */
export function buildIsCurrent() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')).sources === hashOfSources();
  } catch {
    return false;
  }
}

/** Call before a build; call `record` of the result after it. */
export function beginBuild() {
  const sources = hashOfSources();
  rmSync(RECORD, { force: true });
  return {
    record: () => {
      writeFileSync(RECORD, JSON.stringify({ sources }));
    },
  };
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of [...FILES, ...FOLDERS.flatMap(filesIn)]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Files in the source folders that are not part of the build. */
const NOT_BUILT = /^(client\/e2e|scripts\/bench)\/|\/node_modules\//;

/**
 * Returns the files of a source folder in a stable order, without tests, benches and Markdown.
 * @param {string} folder
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => !NOT_BUILT.test(file))
    .sort();
}
