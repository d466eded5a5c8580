import { readEnv } from '#server/app/env/env.ts';
import {
  listPids,
  parseMachineStat,
  parseProcessStat,
  readText,
  TICKS_A_SECOND,
  type MachineStat,
  type ProcessStat,
} from './proc-files.ts';
import { roleOf, type Role } from './roles.ts';

/** Seconds of processor time by what a process does. */
export type TimeByRole = Readonly<Partial<Record<Role, number>>>;

/** Processor time since the processes and the machine started. */
export interface ProcessorReading {
  byRole: TimeByRole;
  /** Undefined where the system does not tell. */
  machine: MachineStat | undefined;
}

/** A process, and processes that it once started, which may have another parent by now. */
const family = new Map<string, Role>();

/**
 * Reads the processor time of this process and all that it has started, the embedded database included. Without `/proc`
 * it is this process alone.
 */
export function readProcessorTime(): ProcessorReading {
  const { user, system } = process.cpuUsage();
  const self = (user + system) / 1_000_000;
  const stats = readStats();
  if (stats.length === 0) return { byRole: { bench: self }, machine: undefined };
  learnFamily(stats);
  const byRole: Partial<Record<Role, number>> = {};
  for (const stat of stats) {
    const role = family.get(keyOf(stat));
    if (role === undefined) continue;
    const own = stat.pid === process.pid ? self : stat.own / TICKS_A_SECOND;
    byRole[role] = (byRole[role] ?? 0) + own + stat.ofEnded / TICKS_A_SECOND;
  }
  return { byRole, machine: parseMachineStat(readText('/proc/stat')) };
}

/** Returns whether the processor time of other processes is read. */
export function seesProcesses(): boolean {
  return parseMachineStat(readText('/proc/stat')) !== undefined;
}

/** Returns whether the database's processor time is read: not without `/proc`, and not of a server at MONGODB_URI. */
export function seesDatabase(): boolean {
  return readEnv().MONGODB_URI === undefined && seesProcesses();
}

/** Returns the difference of two readings by role. */
export function timeBetween(before: TimeByRole, after: TimeByRole): TimeByRole {
  const roles = new Set([...Object.keys(before), ...Object.keys(after)] as Role[]);
  return Object.fromEntries([...roles].map((role) => [role, (after[role] ?? 0) - (before[role] ?? 0)]));
}

/** Returns the seconds of all roles together. */
export function totalOf(time: TimeByRole): number {
  return Object.values(time).reduce((sum, seconds) => sum + seconds, 0);
}

function learnFamily(stats: readonly ProcessStat[]): void {
  const byPid = new Map(stats.map((stat) => [stat.pid, stat]));
  const belongs = (stat: ProcessStat): boolean => {
    if (stat.pid === process.pid || family.has(keyOf(stat))) return true;
    const parent = byPid.get(stat.parent);
    return parent !== undefined && belongs(parent);
  };
  for (const stat of stats) {
    const key = keyOf(stat);
    // A new process has the command line of its parent until it executes its own.
    if (belongs(stat)) family.set(key, roleOf(readText(`/proc/${String(stat.pid)}/cmdline`)));
  }
}

function keyOf({ pid, startedAt }: ProcessStat): string {
  return `${String(pid)}:${String(startedAt)}`;
}

function readStats(): ProcessStat[] {
  return listPids().flatMap((pid) => parseProcessStat(readText(`/proc/${pid}/stat`)) ?? []);
}
