import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreateSecret } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('concurrent calls with the same process id agree on one secret', async () => {
  const file = join(folder, 'data', 'session.secret');
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecret(file)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(43);
  expect(await readOrCreateSecret(file)).toBe(secrets[0]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'data'))).toEqual(['session.secret']);
});
