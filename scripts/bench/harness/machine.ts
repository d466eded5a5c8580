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

/** Describes this machine: numbers in milliseconds are the shortest of the fixed work, the load is that of the last minute. */
export function describeMachine() {
  const processors = cpus();
  return {
    system: `${type()} ${release()}`,
    processors: processors.length,
    model: processors[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    nodeVersion: process.version,
    syncMs: rounded(1_000 * best.sync),
    loopMs: rounded(1_000 * best.loop),
    load: rounded(loadavg()[0] ?? 0),
    /** Whether the figures of processor time include the database. */
    databaseTimeKnown: seesProcesses(),
  };
}

/** The machine of a run. */
export type Machine = ReturnType<typeof describeMachine>;

/** Describes a machine in one line. */
export function machineLine(machine: Machine): string {
  return [
    `${String(machine.processors)} processors (${machine.model})`,
    `${String(machine.memoryGb)} GB`,
    `disk sync ${String(machine.syncMs)} ms`,
    `a million steps ${String(machine.loopMs)} ms`,
    `Node ${machine.nodeVersion}`,
    machine.system,
    `load ${String(machine.load)}`,
    ...(machine.databaseTimeKnown ? [] : ['processor time of the database not known']),
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

const rounded = (value: number): number => Number(value.toPrecision(3));
