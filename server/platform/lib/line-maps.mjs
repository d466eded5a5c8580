import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Reduces source maps to what a stack trace is read by: the file and line of each line, without columns and names. Node keeps
 * the map of a process in memory, which is 35 MB for one with every token.
 * @type {import('esbuild').Plugin}
 */
export const lineMaps = {
  name: 'line maps',
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(async ({ metafile }) => {
      const maps = Object.keys(metafile?.outputs ?? {}).filter((file) => file.endsWith('.map'));
      await Promise.all(maps.map(reduceFile));
    });
  },
};

/** @param {string} file */
async function reduceFile(file) {
  const map = /** @type {{ mappings: string }} */ (JSON.parse(await readFile(file, 'utf8')));
  const mappings = encode(decode(map.mappings).map(withoutColumns));
  await writeFile(file, JSON.stringify({ ...map, mappings, names: [] }));
}

/**
 * Keeps the first token of each source line.
 * @param {import('@jridgewell/sourcemap-codec').SourceMapSegment[]} tokens
 * @returns {import('@jridgewell/sourcemap-codec').SourceMapSegment[]}
 */
function withoutColumns(tokens) {
  let last = '';
  return tokens.flatMap(([column, source, line, sourceColumn]) => {
    if (source === undefined || line === undefined) return [];
    const place = `${String(source)}:${String(line)}`;
    if (place === last) return [];
    last = place;
    return [[column, source, line, sourceColumn ?? 0]];
  });
}
