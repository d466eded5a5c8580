import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { seesProcesses } from './processes.ts';

/** Seconds of two fixed pieces of work: a loop of arithmetic, and a small write that is synced to the disk. */
export interface FixedWork {
  loop: number;
  sync: number;
}

const TIMES = { loop: 25, sync: 8 };
/** A millisecond or two: shorter than the time that a system gives a process at a stretch. */
const STEPS = 1_000_000;
const BLOCK = Buffer.alloc(4_096, 1);

let best: FixedWork = { loop: Infinity, sync: Infinity };

/** Returns the shortest times since this process started. */
export function bestOfRun(): FixedWork {
  return best;
}

/**
 * Does both pieces of work some times, in the folder of the benches' databases, and returns the mean time of each. Takes
 * about a tenth of a second.
 */
export function calibrate(): FixedWork {
  const folder = mkdtempSync(join(tmpdir(), 'hark-bench-sync-'));
  const file = openSync(join(folder, 'block'), 'w');
  const write = () => {
    writeSync(file, BLOCK, 0, BLOCK.length, 0);
    fsyncSync(file);
  };
  const loops = Array.from({ length: TIMES.loop }, () => secondsOf(arithmetic));
  const syncs = Array.from({ length: TIMES.sync }, () => secondsOf(write));
  closeSync(file);
  rmSync(folder, { recursive: true });
  best = { loop: Math.min(best.loop, ...loops), sync: Math.min(best.sync, ...syncs) };
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { loop: meanOf(loops), sync: meanOf(syncs) };
}

/**
 * Describes this machine in one line: milliseconds are the shortest of the fixed work, the load is that of the last minute, and
 * whether the figures of processor time include the database.
 */
export function machineLine(databaseTimeKnown = seesProcesses()): string {
  const processors = cpus();
  return [
    `${String(processors.length)} processors (${processors[0]?.model.trim() ?? 'unknown'})`,
    `${String(Math.round(totalmem() / 1024 ** 3))} GB`,
    `disk sync ${rounded(1_000 * best.sync)} ms`,
    `a million steps ${rounded(1_000 * best.loop)} ms`,
    `Node ${process.version}`,
    `${type()} ${release()}`,
    `load ${rounded(loadavg()[0] ?? 0)}`,
    ...(databaseTimeKnown ? [] : ['processor time of the database not known']),
  ].join(', ');
}

function arithmetic(): number {
  let value = 1;
  for (let step = 0; step < STEPS; step += 1) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return value;
}

function secondsOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1_000;
}

const rounded = (value: number): string => String(Number(value.toPrecision(3)));
