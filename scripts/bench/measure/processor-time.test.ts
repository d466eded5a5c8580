import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readProcessorTime, seesProcesses, timeBetween, totalOf } from './processor-time.ts';

test('the difference of two readings is by role', () => {
  const between = timeBetween({ bench: 1, database: 2 }, { bench: 1.5, database: 2, emulators: 0.25 });
  expect(between).toEqual({ bench: 0.5, database: 0, emulators: 0.25 });
  expect(totalOf(between)).toBe(0.75);
});

test('work of this process counts', () => {
  const before = readProcessorTime().byRole;
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < 30_000);
  expect(totalOf(timeBetween(before, readProcessorTime().byRole))).toBeGreaterThanOrEqual(0.03);
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
