import { expect, it } from 'vitest';
import { foreignPackage } from './packages.mjs';

it('a package for another system, processor or C library is noticed', () => {
  const here = { platform: 'linux', arch: 'x64', libc: 'glibc' };
  const packages = (own: object) => ({ 'node_modules/zod': {}, 'node_modules/@esbuild/other': own });
  expect(foreignPackage(packages({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }), here)).toBeUndefined();
  expect(foreignPackage(packages({ os: ['!win32'] }), here)).toBeUndefined();
  for (const own of [{ os: ['darwin'] }, { cpu: ['arm64'] }, { libc: ['musl'] }, { os: ['!linux'] }])
    expect(foreignPackage(packages(own), here)).toBe('@esbuild/other');
  expect(foreignPackage(packages({ libc: ['musl'] }), { ...here, libc: undefined })).toBeUndefined();
});
