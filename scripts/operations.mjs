import { readFileSync } from 'node:fs';
import { agedImages } from './lib/aged-images.mjs';
import { enterProject, runScript } from './lib/project.mjs';

/** `npm run operations -- check`: names the images that are too old or past their end. Exit code 1 if there are any. */
await runScript(async () => {
  enterProject();
  if (process.argv.slice(2).join(' ') !== 'check') {
    console.error('Usage: npm run operations -- check');
    process.exit(2);
  }
  /** @type {import('./lib/aged-images.mjs').ImageTable} */
  const table = JSON.parse(readFileSync('docker/images.json', 'utf8'));
  const found = agedImages(table, new Date());
  for (const line of found) console.log(line);
  console.log(
    `${String(table.images.length)} images, ${String(found.length)} too old; looked up on ${table.lookedUp}.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
});
