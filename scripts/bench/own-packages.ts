import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Packages beside Hark's own, which only a bench needs (scripts/bench/decisions/0001-peers.md). */
export interface OwnPackages {
  /** Installs them where they are missing; false where that cannot be done, and then they are left out. */
  prepare(say: (line: string) => void): Promise<boolean>;
  /** A module of theirs. Its type is what the bench uses of it: Hark is built and checked without them. */
  load<Module>(name: string): Promise<Module>;
}

/** The packages of a folder beside this file that has a package.json and a lockfile; `names` is for people. */
export function ownPackages(folderName: string, names: string): OwnPackages {
  const folder = fileURLToPath(new URL(`${folderName}/`, import.meta.url));
  return {
    async prepare(say) {
      if (existsSync(`${folder}node_modules/.package-lock.json`)) return true;
      say(`Installing ${names} ...`);
      try {
        await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
        return true;
      } catch (error) {
        say(
          `It cannot be installed and is left out: ${error instanceof Error ? error.message : String(error)}`,
        );
        return false;
      }
    },
    async load<Module>(name: string) {
      const file = createRequire(folder).resolve(name);
      return (await import(pathToFileURL(file).href)) as Module;
    },
  };
}
