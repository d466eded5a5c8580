import { expect, test } from 'vitest';
import { UsageError } from '../lib/usage-error.ts';
import { readCommand } from './usage.ts';

test.each([
  [['/var/backups/new'], { name: 'create', folder: '/var/backups/new' }],
  [['verify', '/var/backups/old'], { name: 'verify', folder: '/var/backups/old' }],
  [['/var/backups/a/../b'], { name: 'create', folder: '/var/backups/b' }],
  [
    ['rotate', '/b', '--every', '6', '--keep', 'daily=2, weekly=9'],
    { name: 'rotate', folder: '/b', keep: { last: 0, daily: 2, weekly: 9 }, everyMs: 21_600_000 },
  ],
  [
    ['rotate', '/b', '--min-age=12'],
    { name: 'rotate', folder: '/b', keep: { last: 3, daily: 7, weekly: 5 }, minAgeMs: 43_200_000 },
  ],
  [['rotate', '/b'], { name: 'rotate', folder: '/b', keep: { last: 3, daily: 7, weekly: 5 } }],
  [
    ['prune', '/b', '--keep', 'last=1'],
    { name: 'prune', folder: '/b', keep: { last: 1, daily: 0, weekly: 0 } },
  ],
  [['fetch', 'hark-1', '/b'], { name: 'fetch', copy: 'hark-1', folder: '/b' }],
])('%j is understood', (args, command) => {
  expect(readCommand(args)).toEqual(command);
});

test.each([
  [[]],
  [['verify']],
  [['one', 'two']],
  [['verify', 'one', 'two']],
  [['--fast', 'one']],
  [['fetch', 'hark-1']],
  [['one', '--keep', 'last=1']],
  [['prune', 'one', '--every', '2']],
  [['rotate', 'one', '--every', '0']],
  [['rotate', 'one', '--min-age', 'a-day']],
  [['rotate', 'one', '--min-age', '12', '--every', '24']],
  [['prune', 'one', '--min-age', '2']],
  [['rotate', 'one', '--keep', 'monthly=1']],
])('%j is a usage error', (args) => {
  expect(() => readCommand(args)).toThrow(UsageError);
});
