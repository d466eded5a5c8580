import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { ENCODINGS } from './encoded-lists.ts';
import { EXPORTS } from './exported-lists.ts';
import { KNOWN_FILES } from './known-files.ts';
import { NUMBERS } from './number-lists.ts';
import { ROWS } from './row-lists.ts';

const LISTED = new Set(
  [...NUMBERS, ...ENCODINGS, ...EXPORTS, ...ROWS].map(({ file }) => `shared/fixtures/${file}`),
);

test.each(Object.entries(KNOWN_FILES))('%s is used by a test', (_, { copy, tests }) => {
  expect(tests.filter((path) => !existsSync(path))).toEqual([]);
  const [first = ''] = tests;
  const text = readFileSync(first, 'utf8');
  if (copy === null) return;
  expect(existsSync(copy)).toBe(true);
  const name = basename(copy).replace(/\.json$/, '');
  expect(LISTED.has(copy) || text.includes(name)).toBe(true);
});

test('every copy is known, and every list in the tables is', () => {
  const copies = new Set(Object.values(KNOWN_FILES).map(({ copy }) => copy));
  for (const folder of ['world', 'world/requests', 'world/vendors', 'encodings'])
    for (const entry of readdirSync(`shared/fixtures/${folder}`, { withFileTypes: true }))
      if (entry.isFile()) expect(copies).toContain(`shared/fixtures/${folder}/${entry.name}`);
  for (const path of LISTED) expect(copies).toContain(path);
});
