import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids are unique, of 26 characters, across refills of the random bytes', () => {
  const ids = Array.from({ length: 1_000 }, newId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[a-km-np-z2-9]{26}$/);
});
