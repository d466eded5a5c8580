import { expect, test } from 'vitest';
import { UsageError } from '../lib/usage-error.ts';
import { readCommand } from './usage.ts';

test.each([
  [['/var/backups/new'], { name: 'create', folder: '/var/backups/new' }],
  [['verify', '/var/backups/old'], { name: 'verify', folder: '/var/backups/old' }],
  [['/var/backups/a/../b'], { name: 'create', folder: '/var/backups/b' }],
])('%j is understood', (args, command) => {
  expect(readCommand(args)).toEqual(command);
});

test.each([[[]], [['verify']], [['one', 'two']], [['verify', 'one', 'two']], [['--fast', 'one']]])(
  '%j is a usage error',
  (args) => {
    expect(() => readCommand(args)).toThrow(UsageError);
  },
);
