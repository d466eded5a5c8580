import { describe, expect, test } from 'vitest';
import { UsageError } from '../lib/usage-error.ts';
import { readCommand } from './usage.ts';

test('reads the command line', () => {
  expect(readCommand(['show', 'a@b.c'])).toEqual({ email: 'a@b.c', json: false });
  expect(readCommand(['show', '--json', 'a@b.c'])).toEqual({ email: 'a@b.c', json: true });
});

describe('rejects with an explanation', () => {
  test.each([
    ['', /Usage/],
    ['hide a@b.c', /Usage/],
    ['show', /needs the e-mail/],
    ['show a@b.c x', /no use for "x"/],
    ['show --all', /--all/],
  ])('%s', (line, text) => {
    const read = () => readCommand(line.split(' ').filter((part) => part !== ''));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(text);
  });
});
