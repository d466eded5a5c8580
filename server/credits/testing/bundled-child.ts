import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a child script of this folder into one file, so that fifty processes start quickly; answers the file. */
export async function bundledChild(name: string): Promise<string> {
  const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
  const outfile = path(`../../../node_modules/.cache/hark-tests/${name}-${String(process.pid)}.mjs`);
  await build({
    entryPoints: [path(`${name}.ts`)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return outfile;
}
