import { lineMaps } from './line-maps.mjs';

/**
 * How esbuild bundles what runs in Node: a file for each entry point, with packages as imports and source maps.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const SERVER_BUNDLE = /** @type {const} */ ({
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  plugins: [lineMaps],
  logLevel: 'warning',
});
