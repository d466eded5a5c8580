import { existsSync, readFileSync } from 'node:fs';

/** A release tag: 1.2.3, or with a pre-release such as 1.2.3-rc.1. */
const RELEASE = /^v?(\d+\.\d+\.\d+(?:-[\da-z.-]+)?)$/i;

/**
 * Prints the package.json of the image: the release and commit that VERSION and COMMIT name, and only the scripts that run
 * there, so that npm says which others are missing. Run after the build.
 */
/** @type {{ version: string, scripts: Record<string, string>, [field: string]: unknown }} */
const {
  name,
  version: developed,
  private: isPrivate,
  type,
  engines,
  scripts,
} = JSON.parse(readFileSync('package.json', 'utf8'));
const version = RELEASE.exec(process.env.VERSION || developed)?.[1];
if (version === undefined) {
  console.error(`VERSION: ${String(process.env.VERSION)} is not a release such as 1.2.3`);
  process.exit(2);
}
const commit = process.env.COMMIT || undefined;
const commands = Object.entries(scripts).filter(([, command]) => {
  const file = /^node scripts\/run\.mjs (server\/commands\/.+)\.ts$/.exec(command)?.[1];
  return file !== undefined && existsSync(`dist/${file}.js`);
});
const start =
  'node --enable-source-maps --max-semi-space-size=32 --heap-growing-percent=50 docker/image/entry.mjs';
const image = { name, version, commit, private: isPrivate, type, engines };
console.log(JSON.stringify({ ...image, scripts: { start, ...Object.fromEntries(commands) } }, undefined, 2));
