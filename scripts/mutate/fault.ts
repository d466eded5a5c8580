import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A one-line change that makes the product wrong, and the tests that must fail because of it. */
export interface Fault {
  /** The file that is changed, from the project's root. */
  file: string;
  /** A piece of its text; it stands there exactly once. */
  find: string;
  replace: string;
  /** Filters for Vitest; without them, the tests in the file's own folder. */
  tests?: readonly string[];
}

/** The Vitest filters of a fault, as one string to group faults by. */
export function testsOf({ file, tests = [`${dirname(file)}/`] }: Fault): string {
  return tests.join(' ');
}

/**
 * Writes the fault into the project copy at `root`. Returns the function that restores the file, or undefined where
 * the text to change is not there exactly once, so that the fault no longer describes the code.
 */
export async function plant(root: string, fault: Fault): Promise<(() => Promise<void>) | undefined> {
  const path = join(root, fault.file);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text.split(fault.find).length !== 2) return undefined;
  await writeFile(
    path,
    text.replace(fault.find, () => fault.replace),
  );
  return () => writeFile(path, text);
}
