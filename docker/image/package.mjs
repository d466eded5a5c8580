import { existsSync, readFileSync } from 'node:fs';

/**
 * Prints the package.json of the image: only the scripts that run there, so that npm says which others are missing.
 * Run after the build.
 */
/** @type {{ scripts: Record<string, string>, [field: string]: unknown }} */
const {
  name,
  version,
  private: isPrivate,
  type,
  engines,
  scripts,
} = JSON.parse(readFileSync('package.json', 'utf8'));
const commands = Object.entries(scripts).filter(([, command]) => {
  const file = /^node scripts\/run\.mjs (scripts\/.+)\.ts$/.exec(command)?.[1];
  return file !== undefined && existsSync(`dist/${file}.js`);
});
const start =
  'node --enable-source-maps --max-semi-space-size=32 --heap-growing-percent=50 docker/image/entry.mjs';
const image = { name, version, private: isPrivate, type, engines };
console.log(JSON.stringify({ ...image, scripts: { start, ...Object.fromEntries(commands) } }, undefined, 2));
