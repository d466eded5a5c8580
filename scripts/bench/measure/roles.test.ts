import { expect, test } from 'vitest';
import { roleOf } from './roles.ts';

test('a process is known by its command line', () => {
  const role = (...words: string[]) => roleOf(words.join('\0'));
  expect(role('/usr/bin/node', '/hark/dist/server/main.js')).toBe('hark');
  expect(role('ld-linux.so.2', 'node', '/hark/dist/server/emulators/mongodb/mongodb-child.js')).toBe(
    'database',
  );
  expect(role('node', '--import', 'tsx', '/hark/server/emulators/mongodb/mongodb-child.ts')).toBe('database');
  expect(role('node', '/hark/dist/server/emulators/carrier/carrier-child.js')).toBe('emulators');
  expect(role('/opt/chromium-1200/chrome-linux/headless_shell', '--type=renderer')).toBe('browser');
  expect(role('node', '--import', 'tsx', 'scripts/bench/main.ts')).toBe('bench');
  expect(role('')).toBe('bench');
});
