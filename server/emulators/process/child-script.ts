import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Node's arguments that run a sidecar's entry file: `childScript('emulators/mongodb/mongodb-child')` names
 * `server/emulators/mongodb/mongodb-child.ts`. From sources it runs through tsx, from a build it is the bundled file.
 */
export function childScript(entry: string): string[] {
  const here = fileURLToPath(import.meta.url);
  const root = projectRoot(dirname(here));
  if (!here.endsWith('.ts')) return ['--enable-source-maps', join(root, 'dist/server', `${entry}.js`)];
  const tsx = pathToFileURL(createRequire(here).resolve('tsx')).href;
  return ['--import', tsx, join(root, 'server', `${entry}.ts`)];
}

function projectRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('Hark is not in its folder: no package.json above it');
  return projectRoot(parent);
}
