import { describe, expect, test } from 'vitest';
import { parseEnv } from './env.ts';

const recipient = `age1${'q'.repeat(58)}`;
test.each([[recipient], [`${recipient}, ${recipient}`]])('BACKUP_KEY %j is a list of keys', (BACKUP_KEY) => {
  expect(parseEnv({ BACKUP_KEY }).BACKUP_KEY?.[0]).toBe(recipient);
});

test.each(['AGE-SECRET-KEY-1QQ', 'age1', `${recipient},`])('BACKUP_KEY %j is refused', (BACKUP_KEY) => {
  expect(() => parseEnv({ BACKUP_KEY })).toThrow('BACKUP_KEY: must be the public key of age');
});

describe('the bucket for copies of backups', () => {
  const copies = { BACKUP_S3_BUCKET: 'hark-copies', BACKUP_KEY: `age1${'q'.repeat(58)}` };

  test.each([
    ['encrypted copies', copies],
    ['a restore, which has the secret key alone', { ...copies, BACKUP_KEY: '', BACKUP_KEY_FILE: '/key.txt' }],
    [
      'a bucket of the same name elsewhere',
      { ...copies, S3_BUCKET: 'hark-copies', S3_ENDPOINT: 'https://a.example' },
    ],
  ])('is accepted for %s', (_, settings) => {
    expect(parseEnv(settings)).toMatchObject({
      BACKUP_S3_BUCKET: 'hark-copies',
      BACKUP_S3_REGION: 'us-east-1',
    });
  });

  test.each([
    ['BACKUP_S3_BUCKET: BACKUP_KEY must be set', { ...copies, BACKUP_KEY: '' }],
    ['BACKUP_S3_BUCKET: must be another bucket', { ...copies, S3_BUCKET: 'hark-copies' }],
    ['BACKUP_S3_ACCESS_KEY_ID: BACKUP_S3_SECRET_ACCESS_KEY', { ...copies, BACKUP_S3_ACCESS_KEY_ID: 'id' }],
    ['BACKUP_S3_ENDPOINT: BACKUP_S3_BUCKET must be set', { BACKUP_S3_ENDPOINT: 'https://a.example' }],
  ])('is refused with "%s"', (line, settings) => {
    expect(() => parseEnv(settings)).toThrow(line);
  });
});
