import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EnvError } from '#server/app/env/env.ts';
import { UsageError } from '../lib/usage-error.ts';
import { checkCommand } from './check-command.ts';

const LIST = 'server/features/calling/places/area-codes-in-service.csv';
const folder = mkdtempSync(join(tmpdir(), 'hark-area-codes-'));

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Runs `npm run calling-rules -- …` and returns its exit code and its lines. */
function run(args: readonly string[], rulesFile?: string): [code: number, lines: string[]] {
  const lines: string[] = [];
  return [checkCommand(args, rulesFile, (line) => lines.push(line)), lines];
}

test('the list that Hark ships has no difference', () => {
  const [code, lines] = run(['check', LIST]);
  expect([code, lines.length]).toEqual([0, 1]);
  expect(lines[0]).toMatch(/^Hark's \d+ area codes are those of /);
});

test('each difference is a line, and the exit code is 1', () => {
  const changed = readFileSync(LIST, 'utf8').replace('483,AL', '483,GA').replace('\n201,NJ', '');
  expect(run(['check', fileOf('changed.csv', `${changed}998,TX\n`)])).toEqual([
    1,
    [
      '201: NJ in Hark, not in the list',
      '483: GA in the list, AL in Hark',
      '998: TX in the list, unknown to Hark',
    ],
  ]);
});

test('rules of an operator that leave no hour for a number of no known place are reported', () => {
  const source = { title: 'The law', url: 'https://example.com/law', as_of: '2026-01-01' };
  const closed = { state: 'VT', name: 'Vermont: no calls', closed: true, sources: ['law'] };
  const rules = { reviewed: '2026-11-23', sources: { law: source }, holidays: {}, rules: [closed] };
  const [code, lines] = run(['check', LIST], fileOf('rules.json', JSON.stringify(rules)));
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toMatch(/^The rules of all states together leave no hour in the two weeks from \d{4}-/);
});

test.each([
  [[], 'Usage: '],
  [['check'], 'Usage: '],
  [['compare', LIST], 'Usage: '],
  [['check', LIST, 'more'], 'Usage: '],
  [['check', join(folder, 'nowhere.csv')], 'cannot be read'],
  [['check', 'README.md'], 'has no columns NPA and Location'],
])('%j is refused', (args, message) => {
  expect(() => run(args)).toThrow(UsageError);
  expect(() => run(args)).toThrow(message);
});

test('rules of an operator that are not valid are refused as at the start', () => {
  expect(() => run(['check', LIST], fileOf('bad.json', '{'))).toThrow(EnvError);
});
