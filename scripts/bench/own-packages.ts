import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Packages that only a bench needs, outside Hark's own package.json (scripts/bench/decisions/0001-peers.md). */
export interface OwnPackages {
  /** Installs them if missing; returns false if that fails, and they are skipped. */
  prepare(say: (line: string) => void): Promise<boolean>;
  /** Loads one of the modules. The type is written by hand, so that Hark builds and type-checks without them. */
  load<Module>(name: string): Promise<Module>;
}

/** The packages of a folder next to this file with its own package.json and lockfile; `names` is used in messages. */
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
