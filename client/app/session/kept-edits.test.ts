// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { discardEdits, keepEdits, readKeptEdits } from './kept-edits.ts';

beforeEach(() => {
  sessionStorage.clear();
});

test('edits are kept for the same user until they are discarded', () => {
  expect(readKeptEdits(sessionStorage, 'u1')).toEqual({});
  keepEdits(sessionStorage, 'u1', { name: 'Ana', company: '' });
  expect(readKeptEdits(sessionStorage, 'u1')).toEqual({ name: 'Ana', company: '' });
  expect(readKeptEdits(sessionStorage, 'u2')).toEqual({});
  discardEdits(sessionStorage);
  expect(readKeptEdits(sessionStorage, 'u1')).toEqual({});
});

test.each(['', 'x', 'null', '{"uid":"u1"}', '{"uid":"u1","values":null}', '{"uid":"u1","values":{"a":1}}'])(
  '%j is no kept edits',
  (stored) => {
    sessionStorage.setItem('kept_edits', stored);
    expect(readKeptEdits(sessionStorage, 'u1')).toEqual({});
  },
);
