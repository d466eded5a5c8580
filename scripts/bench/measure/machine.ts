import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { bestOfRun } from './calibration.ts';
import { seesDatabase } from './processor-time.ts';

/** The machine of a run. Times are in milliseconds. */
export interface Machine {
  system: string;
  processors: number;
  model: string;
  memoryGb: number;
  nodeVersion: string;
  /** The shortest time of a small write that is synced to the disk, and of a loop of a million steps. */
  syncMs: number;
  loopMs: number;
  /** Processes that wanted a processor in the last minute. */
  load: number;
  /** Whether the figures of processor time include the database. */
  databaseTimeKnown: boolean;
}

/** Describes this machine. */
export function describeMachine(): Machine {
  const processors = cpus();
  const { loop, sync } = bestOfRun();
  return {
    system: `${type()} ${release()}`,
    processors: processors.length,
    model: processors[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    nodeVersion: process.version,
    syncMs: rounded(1_000 * sync),
    loopMs: rounded(1_000 * loop),
    load: rounded(loadavg()[0] ?? 0),
    databaseTimeKnown: seesDatabase(),
  };
}

/** Describes a machine in one line. */
export function machineLine(machine: Machine): string {
  const { system, processors, model, memoryGb, nodeVersion, syncMs, loopMs, load, databaseTimeKnown } =
    machine;
  return [
    `${String(processors)} processors (${model})`,
    `${String(memoryGb)} GB`,
    `disk sync ${String(syncMs)} ms`,
    `a million steps ${String(loopMs)} ms`,
    `Node ${nodeVersion}`,
    system,
    `load ${String(load)}`,
    ...(databaseTimeKnown ? [] : ['processor time of the database not known']),
  ].join(', ');
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
