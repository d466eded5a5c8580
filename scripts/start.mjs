// This file must parse on any Node.js, so that old versions print the message below: no imports of newer modules
// above it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
  console.error(`Hark needs Node.js 20.19 or newer (22.12 of 22); this is ${process.version}.`);
  process.exit(1);
}
const { start } = await import('./lib/start.mjs');
await start({ dev: process.argv.includes('--dev') });
