import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { testEnvironment } from '../lib/stages/run-stages.mjs';
import { allFaults, applyFault, type PlantedFault } from './planted-faults.ts';

/** A fault that makes a test hang is noticed. */
const LIMIT_MS = 300_000;

/**
 * `npm run mutate:planted [-- FILTER …]`: applies the faults whose patch has a filter in its name or text, one at a time, in a
 * copy of the project, and runs their tests. Prints who noticed; exit code 1 if one remained unnoticed.
 */
async function main(filters: readonly string[]): Promise<number> {
  const has = (fault: PlantedFault, filter: string) =>
    [fault.patch, fault.file, fault.breaks].some((words) => words.includes(filter));
  const faults = allFaults().filter((fault) => filters.every((filter) => has(fault, filter)));
  const root = copyOfProject();
  try {
    const unnoticed: PlantedFault[] = [];
    const sound = new Set<string>();
    for (const fault of faults) {
      const key = fault.tests.join(' ');
      // A test that already fails would notice everything.
      const already = sound.has(key) ? undefined : await failureOf(root, fault.tests);
      if (already !== undefined) throw new Error(`Without a fault: ${already}`);
      sound.add(key);
      applyFault(root, fault);
      const failure = await failureOf(root, fault.tests);
      applyFault(root, fault, '--reverse');
      if (failure === undefined) unnoticed.push(fault);
      console.log(
        `${failure === undefined ? 'UNNOTICED' : 'noticed'}: ${fault.breaks}\n  ${failure ?? fault.patch}`,
      );
    }
    console.log(`${String(faults.length - unnoticed.length)} of ${String(faults.length)} were noticed.`);
    return faults.length > 0 && unnoticed.length === 0 ? 0 : 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Copies what git does not ignore, and the build; the packages are linked. */
function copyOfProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'hark-mutate-'));
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' });
  // Files that are deleted and not committed are listed too.
  for (const file of list.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(file, join(root, file));
  cpSync('dist', join(root, 'dist'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return root;
}

/** Runs the tests until one fails. Returns its name, or what else ended the run; undefined if all pass. */
async function failureOf(root: string, tests: readonly string[]): Promise<string | undefined> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=default', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...testEnvironment(), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as tests start processes.
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), LIMIT_MS);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  clearTimeout(timer);
  if (code === 0) return undefined;
  return /FAIL .*/.exec(output + errors)?.[0] ?? `No test failed, the run ended with ${String(code)}`;
}

process.exitCode = await main(process.argv.slice(2));
