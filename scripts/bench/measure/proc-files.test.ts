import { expect, test } from 'vitest';
import { parseMachineStat, parseProcessStat } from './proc-files.ts';

const REST = 'S 24 24108 24103 15739 -1 4194304 101 7 0 0 250 30 40 5 20 0 11 0 232728 3133440 409 184467';

test('the processor time of a process is that of itself and of its children that have ended', () => {
  expect(parseProcessStat(`24108 (node) ${REST}\n`)).toEqual({
    pid: 24108,
    parent: 24,
    startedAt: 232728,
    own: 280,
    ofEnded: 45,
  });
});

test('the name of a program may contain spaces, brackets and line breaks', () => {
  for (const name of ['a b', 'a) S 1 (b', '(sd-pam)', 'a\nb'])
    expect(parseProcessStat(`7 (${name}) ${REST}`), name).toMatchObject({ pid: 7, parent: 24, own: 280 });
});

test('a text that is none is no process', () => {
  for (const text of ['', 'cpu 1 2', '7 (node)', '7 (node) S 24 1 1', 'x (node) S 24'])
    expect(parseProcessStat(text), text).toBeUndefined();
});

test('the time of the machine is the sum of all its processors', () => {
  const text = 'cpu  1000 20 300 4000 50 6 7 80 0 0\ncpu0 500 10 150 2000 25 3 3 40 0 0\nintr 1 2\n';
  expect(parseMachineStat(text)).toEqual({ busy: 1_320, stolen: 80, total: 5_463 });
});

test('an old system tells no stolen time', () => {
  expect(parseMachineStat('cpu  10 0 5 85 0 0 0\n')).toEqual({ busy: 15, stolen: 0, total: 100 });
});

test('a text that is none is no machine', () => {
  expect(parseMachineStat('')).toBeUndefined();
  expect(parseMachineStat('cpu0 1 2 3 4\n')).toBeUndefined();
});
