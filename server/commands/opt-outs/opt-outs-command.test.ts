import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OperatorList } from '#server/features/do-not-call/suppressions/operator-list.ts';
import { UsageError } from '../lib/usage-error.ts';
import { optOutsCommand } from './opt-outs-command.ts';

/** A list in memory, and what a command printed. */
function given() {
  const numbers = new Map<string, string | undefined>();
  const lines: string[] = [];
  const list: OperatorList = {
    add(phones, reason) {
      const fresh = phones.filter((phone) => !numbers.has(phone));
      for (const phone of fresh) numbers.set(phone, reason);
      return Promise.resolve(fresh.length);
    },
    remove(phone) {
      numbers.delete(phone);
      return Promise.resolve();
    },
    async *all() {
      await Promise.resolve();
      for (const [phone, reason] of numbers)
        yield { userId: '', phone, source: 'added', reason, at: new Date(0) };
    },
  };
  const run = (...args: string[]) =>
    optOutsCommand(args, list, (line) => {
      lines.push(line);
    });
  return { numbers, lines, run };
}

test('adds, lists, imports and removes numbers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'opt-outs-'));
  const file = join(folder, 'list.csv');
  await writeFile(file, 'Phone\n(202) 555-0143\n2025550145\n');
  const { numbers, lines, run } = given();
  await run('add', '+1 202 555 0143', '2025550144', '--reason', 'Litigator');
  await run('import', file);
  await run('list');
  await run('remove', '2025550143', '--reason', 'A mistake');
  await rm(folder, { recursive: true });
  expect(lines).toEqual([
    '2 added, 0 on the list already.',
    '1 added, 1 on the list already.',
    '12025550143  1970-01-01T00:00:00.000Z  Litigator',
    '12025550144  1970-01-01T00:00:00.000Z  Litigator',
    '12025550145  1970-01-01T00:00:00.000Z  ',
    '12025550143 removed.',
  ]);
  expect([...numbers.keys()]).toEqual(['12025550144', '12025550145']);
});

test('imports every phone number of a file, and names the lines that cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'opt-outs-'));
  const file = join(folder, 'list.csv');
  await writeFile(
    file,
    'Record ID;Phone;Mobile\n2025550199;2025550143;\n2025550198;;202-555-0144\n2025550197;x;\n',
  );
  const { numbers, lines, run } = given();
  await run('import', file);
  await writeFile(file, 'Phone\nAna\n');
  await expect(run('import', file)).rejects.toBeInstanceOf(UsageError);
  await rm(folder, { recursive: true });
  expect([...numbers.keys()]).toEqual(['12025550143', '12025550144']);
  expect(lines.slice(0, 2)).toEqual([
    'Line 4: "x" is not a US or Canadian phone number.',
    '2 added, 0 on the list already.',
  ]);
});

test.each([
  [[]],
  [['add']],
  [['add', 'Ana']],
  [['remove', '2025550143']],
  [['remove', '2025550143', '--reason', ' ']],
  [['import', '/no/such/file']],
  [['list', 'all']],
  [['list', '--all']],
])('refuses %j', async (args) => {
  await expect(given().run(...args)).rejects.toBeInstanceOf(UsageError);
});
