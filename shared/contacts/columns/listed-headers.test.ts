import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headerMeanings } from './header-meaning.ts';
import { headerWords } from './header-words.ts';

const LISTED = new URL('listed-headers.txt', import.meta.url);
const headers = readFileSync(LISTED, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.slice(0, line.indexOf(':')));

/** Says what a column with a header is taken for: targets, ranks, group, and `?` where it may be somebody else's. */
function meaningOf(header: string): string {
  const meanings = headerMeanings(header).map(({ target, rank, group, isSure }) =>
    [target, rank, ...(group === '' ? [] : [`(${group})`]), ...(isSure ? [] : ['?'])].join(' '),
  );
  return meanings.length === 0 ? '-' : meanings.join(', ');
}

const wordsOf = (header: string) => headerWords(header).join(' ');

/** Returns the line of a header: its words, also where it is part of one, and what it is taken for, also before fields. */
function lineOf(header: string): string {
  const isWord = !header.includes(' ');
  const words = isWord ? [wordsOf(header), wordsOf(`${header}phone`)] : [wordsOf(header)];
  const meanings = (isWord ? ['', ' Phone', ' Name', ' Address'] : ['']).map((name) =>
    meaningOf(header + name),
  );
  return `${header}: ${[...words, ...meanings].join(' | ')}`;
}

test('each word of a header is read as listed', async () => {
  expect(headers.length).toBeGreaterThan(390);
  await expect(`${headers.map(lineOf).join('\n')}\n`).toMatchFileSnapshot('listed-headers.txt');
});
