import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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

/**
 * Applies the fault to the project copy at `root`. Returns the function that restores the file, or undefined if the
 * text to replace does not occur exactly once, so the fault is outdated.
 */
export async function applyFault(root: string, fault: Fault): Promise<(() => Promise<void>) | undefined> {
  const path = join(root, fault.file);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text.split(fault.find).length !== 2) return undefined;
  await writeFile(
    path,
    text.replace(fault.find, () => fault.replace),
  );
  return () => writeFile(path, text);
}
