import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Written last, so that a build that was cut short does not count. */
const RECORD = 'dist/build.json';

/** What a build is made of. */
const FOLDERS = ['client', 'server', 'shared', 'scripts'];
const FILES = ['package-lock.json', 'package.json', 'vite.config.ts'];

/** Whether dist/ was built from what the sources are now. */
export function buildIsCurrent() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')).sources === hashOfSources();
  } catch {
    return false;
  }
}

/** To be called before a build, with its result's `record` after it. */
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

/** What lies beside the sources and is no part of what is built from them. */
const NOT_BUILT = /^(client\/e2e|scripts\/bench)\//;

/**
 * The files of a source folder in a fixed order, without tests, benches and pages of prose.
 * @param {string} folder
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => !NOT_BUILT.test(file))
    .sort();
}
