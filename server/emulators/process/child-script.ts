import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the Node arguments that run a sidecar's entry file, given its path below `server/` without extension:
 * the TypeScript source through tsx, or the bundled file of a build.
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
  if (parent === folder) throw new Error('No package.json found in any parent folder');
  return projectRoot(parent);
}
