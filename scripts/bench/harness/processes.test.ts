import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  parseMachineStat,
  parseProcessStat,
  readProcessorTime,
  roleOf,
  seesProcesses,
  timeBetween,
  totalOf,
} from './processes.ts';

const REST = 'S 24 24108 24103 15739 -1 4194304 101 7 0 0 250 30 40 5 20 0 11 0 232728 3133440 409 184467';

test('the processor time of a process is that of itself and of its children that have ended', () => {
  expect(parseProcessStat(`24108 (node) ${REST}\n`)).toEqual({
    pid: 24108,
    parent: 24,
    seconds: 3.25,
  });
});

test('the name of a program may contain spaces, brackets and line breaks', () => {
  for (const name of ['a b', 'a) S 1 (b', '(sd-pam)', 'a\nb'])
    expect(parseProcessStat(`7 (${name}) ${REST}`), name).toMatchObject({
      pid: 7,
      parent: 24,
      seconds: 3.25,
    });
});

test('a text that is none is no process', () => {
  for (const text of ['', 'cpu 1 2', '7 (node)', '7 (node) S 24 1 1', 'x (node) S 24'])
    expect(parseProcessStat(text), text).toBeUndefined();
});

test('the time of the machine is the sum of all its processors', () => {
  const text = 'cpu  1000 20 300 4000 50 6 7 80 0 0\ncpu0 500 10 150 2000 25 3 3 40 0 0\nintr 1 2\n';
  expect(parseMachineStat(text)).toEqual({ busy: 13.2, stolen: 0.8, total: 54.63 });
});

test('an old system tells no stolen time', () => {
  expect(parseMachineStat('cpu  100 0 200 700 0 0 0\n')).toEqual({ busy: 3, stolen: 0, total: 10 });
});

test('a text that is none is no machine', () => {
  expect(parseMachineStat('')).toBeUndefined();
  expect(parseMachineStat('cpu0 1 2 3 4\n')).toBeUndefined();
});

test('the difference of two readings is by role', () => {
  const between = timeBetween({ bench: 1, database: 2 }, { bench: 1.5, database: 2, emulators: 0.25 });
  expect(between).toEqual({ bench: 0.5, database: 0, emulators: 0.25 });
  expect(totalOf(between)).toBe(0.75);
  expect(totalOf(between, ['bench', 'hark'])).toBe(0.5);
});

test('work of this process counts', () => {
  const before = readProcessorTime().byRole;
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < 100_000);
  expect(totalOf(timeBetween(before, readProcessorTime().byRole))).toBeGreaterThanOrEqual(0.08);
});

test.runIf(existsSync('/proc/stat'))('work of a child counts, and still does when it has ended', async () => {
  expect(seesProcesses()).toBe(true);
  const before = readProcessorTime().byRole;
  const work = 'while (process.cpuUsage().user < 200_000); process.stdout.write("x"); process.stdin.resume()';
  const child = spawn(process.execPath, ['-e', work], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(totalOf(timeBetween(before, readProcessorTime().byRole))).toBeGreaterThan(0.18);
  child.stdin.end();
  await once(child, 'exit');
  expect(totalOf(timeBetween(before, readProcessorTime().byRole))).toBeGreaterThan(0.18);
});

test('a process is known by its command line', () => {
  const role = (...words: string[]) => roleOf(words.join('\0'));
  expect(role('/usr/bin/node', '/hark/dist/server/main.js')).toBe('hark');
  expect(role('ld-linux.so.2', 'node', '/hark/dist/server/emulators/mongodb/mongodb-child.js')).toBe(
    'database',
  );
  expect(role('node', '--import', 'tsx', '/hark/server/emulators/mongodb/mongodb-child.ts')).toBe('database');
  expect(role('node', '/hark/dist/server/emulators/carrier/carrier-child.js')).toBe('emulators');
  expect(role('/opt/chromium-1200/chrome-linux/headless_shell', '--type=renderer')).toBe('bench');
  expect(role('node', '--import', 'tsx', 'scripts/bench/main.ts')).toBe('bench');
  expect(role('')).toBe('bench');
});
