import { expect, test } from 'vitest';
import { backedUp, isBackedUpObject, objectFile, objectPlace } from './backup-format.ts';

test('sessions, jobs and what belongs to running processes are in no backup, and campaigns are loaded last', () => {
  const names = [
    'campaigns',
    'users',
    'sessions',
    'processes',
    'jobs',
    'job_notices',
    'campaign_reservations',
    'object_sweeps',
  ];
  expect(backedUp([...names, 'seed_jobs', 'system.views', 'contacts'])).toEqual([
    'contacts',
    'users',
    'campaigns',
  ]);
});

test('the list of erasures and the mark of the database are no objects of a backup', () => {
  const keys = ['voices/ana.mp3', 'erasures/u.2026-11-29', 'retention/database.json', 'retention.mp3'];
  expect(keys.filter(isBackedUpObject)).toEqual(['voices/ana.mp3', 'retention.mp3']);
});

test.each([
  ['voices/ana.mp3', 'objects/voices/ana.mp3'],
  ['../../etc/passwd', 'objects/%2E%2E/%2E%2E/etc/passwd'],
  ['a b\\c:.d', 'objects/a%20b%5Cc%3A.d'],
])('the object %s is kept within the folder of the backup', (key, path) => {
  expect(objectFile({ key })).toBe(path);
});

test('an object of an encrypted backup has a place that says nothing about it', () => {
  const places = [0, 999, 1_000, 2_345].map(objectPlace);
  expect(places).toEqual(['0/0', '0/999', '1/0', '2/345']);
  expect(objectFile({ key: 'voices/ana.mp3', place: '2/345' })).toBe('objects/2/345');
});
