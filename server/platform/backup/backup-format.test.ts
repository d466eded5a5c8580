import { expect, test } from 'vitest';
import { backedUp, objectFile } from './backup-format.ts';

test('sessions, jobs and what belongs to running processes are in no backup, and campaigns are loaded last', () => {
  const names = [
    'campaigns',
    'users',
    'sessions',
    'processes',
    'jobs',
    'job_notices',
    'campaign_reservations',
  ];
  expect(backedUp([...names, 'seed_jobs', 'system.views', 'contacts'])).toEqual([
    'contacts',
    'users',
    'campaigns',
  ]);
});

test.each([
  ['voices/ana.mp3', 'objects/voices/ana.mp3'],
  ['../../etc/passwd', 'objects/%2E%2E/%2E%2E/etc/passwd'],
  ['a b\\c:.d', 'objects/a%20b%5Cc%3A.d'],
])('the object %s is kept within the folder of the backup', (key, path) => {
  expect(objectFile(key)).toBe(path);
});
