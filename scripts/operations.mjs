import { readFileSync } from 'node:fs';
import { enterProject, runScript } from './lib/project.mjs';

/** An image older than this has missed fixes. */
const MAX_AGE_MS = 365 * 24 * 60 * 60 * 1_000;

/** @typedef {{ image: string, version: string, released: string | null, endOfLife: string | null, note: string }} Image */
/** @typedef {{ lookedUp: string, images: Image[] }} ImageTable */

/**
 * Returns a line for each image that is older than a year or past the end of its life. One whose release is not known is as old as the table.
 * @param {ImageTable} table
 * @param {Date} now
 * @returns {string[]}
 */
export function agedImages({ lookedUp, images }, now) {
  return images.flatMap(({ image, version, released, endOfLife }) => {
    const since = released ?? lookedUp;
    const lines = [];
    if (endOfLife !== null && new Date(endOfLife) < now)
      lines.push(`${image}:${version} has reached the end of its life on ${endOfLife}`);
    if (now.getTime() - new Date(since).getTime() > MAX_AGE_MS)
      lines.push(
        `${image}:${version} is older than a year: ${released === null ? 'looked up' : 'released'} on ${since}`,
      );
    return lines;
  });
}

/** `npm run operations -- check`: names the images that are too old or past their end. Exit code 1 if there are any. */
async function check() {
  enterProject();
  if (process.argv.slice(2).join(' ') !== 'check') {
    console.error('Usage: npm run operations -- check');
    process.exit(2);
  }
  /** @type {ImageTable} */
  const table = JSON.parse(readFileSync('docker/images.json', 'utf8'));
  const found = agedImages(table, new Date());
  for (const line of found) console.log(line);
  console.log(
    `${String(table.images.length)} images, ${String(found.length)} too old; looked up on ${table.lookedUp}.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}

// Its test imports it.
if (process.argv[1]?.endsWith('operations.mjs')) await runScript(check);
