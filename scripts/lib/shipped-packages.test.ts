import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientImports, shippedPackages } from './shipped-packages.mjs';

test('development packages are shipped only where the client imports them, with what they bring', () => {
  const packages = {
    '': {},
    'node_modules/express': {},
    'node_modules/vitest': { dev: true },
    'node_modules/react-dom': {
      dev: true,
      dependencies: { scheduler: '1' },
      peerDependencies: { react: '19', missing: '1' },
    },
    'node_modules/react-dom/node_modules/scheduler': { dev: true, dependencies: { shared: '1' } },
    'node_modules/react': { dev: true, peerDependencies: { '@types/react': '19' } },
    'node_modules/@types/react': { dev: true },
    'node_modules/shared': { dev: true, dependencies: { react: '19' } },
  };
  expect([...shippedPackages(packages, new Set(['react-dom']))].sort()).toEqual([
    'node_modules/express',
    'node_modules/react',
    'node_modules/react-dom',
    'node_modules/react-dom/node_modules/scheduler',
    'node_modules/shared',
  ]);
});

test('the packages of this client are shipped, and its tools are not', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const shipped = shippedPackages(packages, clientImports());
  for (const name of [
    'react',
    'react-dom',
    '@fontsource-variable/geist',
    '@radix-ui/react-dialog',
    'express',
  ])
    expect(shipped).toContain(`node_modules/${name}`);
  // Of the server side public license, which production does not take on.
  expect([...shipped].filter((path) => path.includes('/@0q/'))).toEqual([]);
  for (const name of ['vitest', 'vite', 'playwright-core', 'esbuild', '@types/react'])
    expect(shipped).not.toContain(`node_modules/${name}`);
});
