import { expect, it } from 'vitest';
import { isOlder } from '../../server/emulators/mongodb/glibc.mjs';
import { foreignPackage, platformProblem } from './platform.mjs';

const DEBIAN = { platform: 'linux', arch: 'x64', glibc: '2.36', apt: true, requiredGlibc: '2.38' };
const problem = (change: object) => platformProblem({ ...DEBIAN, ...change }, isOlder);

it('the embedded database runs on Linux with glibc and on Macs with Apple processors', () => {
  expect(problem({})).toBeUndefined();
  expect(problem({ glibc: '2.41', apt: false })).toBeUndefined();
  expect(problem({ platform: 'darwin', arch: 'arm64', glibc: undefined })).toBeUndefined();
});

it('of any other machine it is said why not', () => {
  expect(problem({ platform: 'win32' })).toContain('Windows');
  expect(problem({ platform: 'darwin', arch: 'x64' })).toContain('Intel');
  expect(problem({ glibc: undefined })).toContain('musl');
  expect(problem({ glibc: '2.34', apt: false })).toContain('Red Hat');
  expect(problem({ arch: 'riscv64' })).toContain('linux riscv64');
});

it('a package for another system, processor or C library is noticed', () => {
  const here = { platform: 'linux', arch: 'x64', libc: 'glibc' };
  const packages = (own: object) => ({ 'node_modules/zod': {}, 'node_modules/@esbuild/other': own });
  expect(foreignPackage(packages({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }), here)).toBeUndefined();
  expect(foreignPackage(packages({ os: ['!win32'] }), here)).toBeUndefined();
  for (const own of [{ os: ['darwin'] }, { cpu: ['arm64'] }, { libc: ['musl'] }, { os: ['!linux'] }])
    expect(foreignPackage(packages(own), here)).toBe('@esbuild/other');
  expect(foreignPackage(packages({ libc: ['musl'] }), { ...here, libc: undefined })).toBeUndefined();
});
