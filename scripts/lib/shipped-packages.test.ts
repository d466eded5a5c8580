import { expect, test } from 'vitest';
import { clientImports, shippedPackages } from './shipped-packages.mjs';

test('the packages of this client are shipped, and its tools are not', () => {
  const shipped = shippedPackages(clientImports()).map(({ location }) => location);
  for (const name of [
    'react',
    'react-dom',
    '@fontsource-variable/geist',
    '@radix-ui/react-dialog',
    'express',
    // Brought by others: by react-dom, by a chart, by express.
    'scheduler',
    'd3-array',
    'body-parser',
  ])
    expect(shipped).toContain(`node_modules/${name}`);
  // Of the server side public license, which production does not take on.
  expect(shipped.filter((path) => path.includes('/@0q/'))).toEqual([]);
  for (const name of ['vitest', 'vite', 'playwright-core', 'esbuild', '@types/react', 'csstype'])
    expect(shipped).not.toContain(`node_modules/${name}`);
});
