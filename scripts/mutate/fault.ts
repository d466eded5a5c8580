import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The names of Vitest's files (vitest.config.ts). */
const TEST_FILE = /\.test\.tsx?$/;

/** A mutation that breaks the product, and the tests that must fail. */
export interface Fault {
  /** The mutated file, relative to the project's root. */
  file: string;
  /** Text to replace; must occur exactly once in the file. */
  find: string;
  replace: string;
  /** Filters for Vitest; default: the tests in the file's folder. */
  tests?: readonly string[];
}

/** Returns the Vitest filters of a fault as one string, used to group faults. */
export function testsOf({ file, tests = [`${dirname(file)}/`] }: Fault): string {
  return tests.join(' ');
}

/** Returns whether the fault changes `text`, the content of its file: the text to replace occurs exactly once. */
function isCurrent(text: string, { find, replace }: Fault): boolean {
  return text.split(find).length === 2 && find !== replace;
}

/**
 * Applies the fault to the project copy at `root`. Returns the function that restores the file, or undefined if the
 * text to replace does not occur exactly once, so the fault is outdated.
 */
export async function applyFault(root: string, fault: Fault): Promise<(() => Promise<void>) | undefined> {
  const path = join(root, fault.file);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (!isCurrent(text, fault)) return undefined;
  await writeFile(
    path,
    text.replace(fault.find, () => fault.replace),
  );
  return () => writeFile(path, text);
}

/** Returns what of the fault no longer exists in the project at `root`: its file, the text to replace or a test. */
export async function missingOf(root: string, fault: Fault): Promise<string[]> {
  const text = await readFile(join(root, fault.file), 'utf8').catch(() => undefined);
  const missing: string[] = [];
  if (text === undefined) missing.push(`${fault.file} does not exist`);
  else if (!isCurrent(text, fault)) missing.push(`${fault.file} does not have once: ${fault.find}`);
  for (const filter of testsOf(fault).split(' ')) {
    if (!(await hasTests(root, filter))) missing.push(`${fault.file}: no test at ${filter}`);
  }
  return missing;
}

/** `filter` is a test file, or a folder with a final slash. */
async function hasTests(root: string, filter: string): Promise<boolean> {
  const folder = filter.endsWith('/') ? filter : dirname(filter);
  const files = await readdir(join(root, folder), { recursive: true }).catch(() => []);
  return files.some((file) => TEST_FILE.test(file) && (folder === filter || file === basename(filter)));
}
