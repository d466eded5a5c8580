import { readdirSync, readFileSync } from 'node:fs';

/** Times are in clock ticks, see `TICKS_A_SECOND`. */
export interface ProcessStat {
  pid: number;
  parent: number;
  /** When it started, since the machine did: a process id is used again, a pair of both is not. */
  startedAt: number;
  /** Processor time of the process, user and system. */
  own: number;
  /** The same of its children that have ended. */
  ofEnded: number;
}

/** Processor time of the whole machine, in clock ticks of all processors together. */
export interface MachineStat {
  /** Time in processes; interrupts are not counted. */
  busy: number;
  /** Time that a hypervisor gave to other machines. */
  stolen: number;
  total: number;
}

/** Linux reports all times in these ticks, whatever the timer of its kernel. */
export const TICKS_A_SECOND = 100;

/** Parses `/proc/PID/stat`; returns undefined if it is not one. */
export function parseProcessStat(text: string): ProcessStat | undefined {
  // The name of the program is in brackets and may contain spaces and brackets.
  const [, pid, rest] = /^(\d+) \(.*\) (.+)$/s.exec(text.trim()) ?? [];
  if (pid === undefined || rest === undefined) return undefined;
  const fields = rest.split(' ');
  // Field 3 of the manual page is the first one here.
  const field = (number: number): number => Number(fields[number - 3] ?? Number.NaN);
  const stat = {
    pid: Number(pid),
    parent: field(4),
    startedAt: field(22),
    own: field(14) + field(15),
    ofEnded: field(16) + field(17),
  };
  return Object.values(stat).every(Number.isFinite) ? stat : undefined;
}

/** Parses `/proc/stat`; returns undefined if it is not one. */
export function parseMachineStat(text: string): MachineStat | undefined {
  const [, columns] = /^cpu +([\d ]+)$/m.exec(text) ?? [];
  if (columns === undefined) return undefined;
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, stolen = 0] = columns
    .split(' ')
    .map(Number);
  const busy = user + nice + system;
  return { busy, stolen, total: busy + idle + wait + irq + softirq + stolen };
}

/** Returns the ids of all processes; none without `/proc`. */
export function listPids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Returns the text of a file, or nothing if the file or its process is gone or another user's. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
