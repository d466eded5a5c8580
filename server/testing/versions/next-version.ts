import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { SERVER_BUNDLE } from '#server/platform/lib/server-bundle.mjs';
import type { BuiltHark } from '../crash/built-hark.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MIGRATIONS = join(ROOT, 'server/platform/migrations/all-migrations.ts');
const NEXT_MIGRATIONS = join(ROOT, 'server/testing/versions/next-migrations.ts');
/** The files of the client that name others. */
const NAMES_OTHERS = /\.(html|js|json|css|webmanifest)$/;

/**
 * Builds the version after this one into an empty folder: it has more migrations, and all assets of its client have other
 * names. The commands but `credits` are those of the current build.
 */
export async function buildNextVersion(current: BuiltHark, folder: string): Promise<BuiltHark> {
  await mkdir(folder, { recursive: true });
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await bundle(join(folder, 'dist'));
  await renameAssets(join(folder, 'dist/client'));
  const server = join(folder, 'dist/server/main.js');
  return { ...current, server, credits: join(folder, 'dist/server/commands/credits.js') };
}

async function bundle(outdir: string): Promise<void> {
  await build({
    ...SERVER_BUNDLE,
    entryPoints: ['server/main.ts', 'server/commands/credits.ts'],
    outdir,
    outbase: '.',
    absWorkingDir: ROOT,
    plugins: [useNextMigrations],
  });
}

/** Builds the migrations of the next version in the place of the current ones, which those import. */
const useNextMigrations: Plugin = {
  name: 'next-migrations',
  setup({ onResolve }) {
    onResolve({ filter: /\/all-migrations\.ts$/ }, ({ importer }) => ({
      path: importer === NEXT_MIGRATIONS ? MIGRATIONS : NEXT_MIGRATIONS,
    }));
  },
};

/** Gives each asset another name, also where others name it. */
async function renameAssets(client: string): Promise<void> {
  const assets = join(client, 'assets');
  const names = await readdir(assets);
  const plain = names.filter((name) => !name.endsWith('.br'));
  for (const name of names) if (name.endsWith('.br')) await rm(join(assets, name));
  const rendered = (await readdir(join(client, 'pages'))).map((name) => join(client, 'pages', name));
  const pages = [join(client, 'index.html'), ...rendered];
  const files = [...pages, ...plain.map((name) => join(assets, name))];
  for (const file of files.filter((path) => NAMES_OTHERS.test(path))) {
    const text = await readFile(file, 'utf8');
    const changed = plain.reduce((renamed, name) => renamed.replaceAll(name, `next-${name}`), text);
    await writeFile(file, changed);
    if (pages.includes(file)) await writeFile(`${file}.br`, brotliCompressSync(changed));
  }
  for (const name of plain) await rename(join(assets, name), join(assets, `next-${name}`));
}
