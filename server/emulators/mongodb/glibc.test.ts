import { expect, test, vi } from 'vitest';
import { embeddedSupport, isOlder } from './glibc.mjs';

test.each([
  ['2.36', '2.38', true],
  ['2.38', '2.38', false],
  ['2.41', '2.38', false],
  ['2.4', '2.38', true],
  ['3.0', '2.38', false],
  ['1.99', '2.38', true],
])('isOlder(%s, %s) is %s', (a, b, older) => {
  expect(isOlder(a, b)).toBe(older);
});

const DEBIAN = { platform: 'linux', arch: 'x64', glibc: '2.36', apt: true };
/** Why the embedded MongoDB does not run where nothing is unpacked yet. */
function problem(change: object): string | undefined {
  vi.stubEnv('XDG_CACHE_HOME', '/none');
  const support = embeddedSupport({ ...DEBIAN, ...change });
  vi.unstubAllEnvs();
  return support.kind === 'unsupported' ? support.reason : undefined;
}

test('the embedded database runs on Linux with glibc and on Macs with Apple processors', () => {
  expect(problem({})).toBeUndefined();
  expect(problem({ glibc: '2.41', apt: false })).toBeUndefined();
  expect(problem({ platform: 'darwin', arch: 'arm64', glibc: undefined })).toBeUndefined();
});

test('of any other machine it is said why not', () => {
  expect(problem({ platform: 'win32' })).toContain('Windows');
  expect(problem({ platform: 'darwin', arch: 'x64' })).toContain('Intel');
  expect(problem({ glibc: undefined })).toContain('musl');
  expect(problem({ glibc: '2.34', apt: false })).toContain('Red Hat');
  expect(problem({ arch: 'riscv64' })).toContain('linux riscv64');
});
