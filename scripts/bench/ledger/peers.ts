import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The peers have packages of their own, beside Hark's: they need other versions of the same drivers. */
const FOLDER = fileURLToPath(new URL('../peers/', import.meta.url));

/** Installs the peers where they are missing; false where that cannot be done, and then they are left out. */
export async function preparePeers(say: (line: string) => void): Promise<boolean> {
  if (existsSync(`${FOLDER}node_modules/.package-lock.json`)) return true;
  say('Installing medici and emmett to compare with ...');
  try {
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
    return true;
  } catch (error) {
    say(
      `They cannot be installed and are left out: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
}

/** A module of the peers. Its type is what the bench uses of it: Hark is built and checked without them. */
export async function importPeer<Module>(name: string): Promise<Module> {
  const file = createRequire(FOLDER).resolve(name);
  return (await import(pathToFileURL(file).href)) as Module;
}
