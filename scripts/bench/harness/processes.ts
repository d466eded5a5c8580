import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What a process does: the bench itself and its clients, Hark, the database, emulators such as the carrier, a browser. */
export type Role = 'bench' | 'hark' | 'database' | 'emulators' | 'browser';

/** Seconds of processor time by what a process does. */
export type TimeByRole = Readonly<Partial<Record<Role, number>>>;

/** Processor time of the whole machine since it started, in seconds of all processors together. */
export interface MachineTime {
  /** Time in processes; interrupts are not counted. */
  busy: number;
  /** Time that a hypervisor gave to other machines. */
  stolen: number;
  total: number;
}

const PATTERNS: readonly (readonly [RegExp, Role])[] = [
  [/emulators\/mongodb\//, 'database'],
  [/emulators\//, 'emulators'],
  [/server\/main\.js/, 'hark'],
  [/chrom(e|ium)/i, 'browser'],
];
/** Linux reports all times in these ticks, whatever the timer of its kernel. */
const TICKS_A_SECOND = 100;
/** A process, and processes that it once started, which may have another parent by now. */
const family = new Map<string, Role>();

/**
 * Reads the processor time of this process and all that it has started, the embedded database included, and that of the
 * machine. Without `/proc` it is this process alone.
 */
export function readProcessorTime(): { byRole: TimeByRole; machine: MachineTime | undefined } {
  if (!seesProcesses()) {
    const { user, system } = process.cpuUsage();
    return { byRole: { bench: (user + system) / 1_000_000 }, machine: undefined };
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = pids.flatMap((pid) => parseProcessStat(readText(`/proc/${pid}/stat`)) ?? []);
  learnFamily(stats);
  const byRole: Partial<Record<Role, number>> = {};
  for (const stat of stats) {
    const role = family.get(keyOf(stat));
    if (role !== undefined) byRole[role] = (byRole[role] ?? 0) + stat.seconds;
  }
  return { byRole, machine: parseMachineStat(readText('/proc/stat')) };
}

/** Returns whether the processor time of other processes is read. */
export function seesProcesses(): boolean {
  return existsSync('/proc/stat');
}

/** Returns the difference of two readings by role. */
export function timeBetween(before: TimeByRole, after: TimeByRole): TimeByRole {
  const roles = new Set([...Object.keys(before), ...Object.keys(after)] as Role[]);
  return Object.fromEntries([...roles].map((role) => [role, (after[role] ?? 0) - (before[role] ?? 0)]));
}

/** Returns the seconds of all roles together, or of some. */
export function totalOf(time: TimeByRole, only = Object.keys(time) as Role[]): number {
  return only.reduce((sum, role) => sum + (time[role] ?? 0), 0);
}

/** Returns the role of a process, given its command line. */
export function roleOf(commandLine: string): Role {
  return PATTERNS.find(([pattern]) => pattern.test(commandLine))?.[1] ?? 'bench';
}

/** Parses `/proc/PID/stat`, with the time of children that have ended; returns undefined if it is not one. */
export function parseProcessStat(text: string) {
  // The name of the program is in brackets and may contain spaces and brackets.
  const [, pid, rest] = /^(\d+) \(.*\) (.+)$/s.exec(text.trim()) ?? [];
  // Field 3 of the manual page is the first one here.
  const field = (number: number): number => Number(rest?.split(' ')[number - 3] ?? Number.NaN);
  const seconds = [14, 15, 16, 17].reduce((sum, number) => sum + field(number), 0) / TICKS_A_SECOND;
  // A process id is used again, a pair of it and of the start is not.
  const stat = { pid: Number(pid), parent: field(4), startedAt: field(22), seconds };
  return Object.values(stat).every(Number.isFinite) ? stat : undefined;
}

/** Parses `/proc/stat`; returns undefined if it is not one. */
export function parseMachineStat(text: string): MachineTime | undefined {
  const [, columns] = /^cpu +([\d ]+)$/m.exec(text) ?? [];
  if (columns === undefined) return undefined;
  const seconds = columns.split(' ').map((ticks) => Number(ticks) / TICKS_A_SECOND);
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, stolen = 0] = seconds;
  const busy = user + nice + system;
  return { busy, stolen, total: busy + idle + wait + irq + softirq + stolen };
}

type ProcessStat = NonNullable<ReturnType<typeof parseProcessStat>>;

function learnFamily(stats: readonly ProcessStat[]): void {
  const byPid = new Map(stats.map((stat) => [stat.pid, stat]));
  const belongs = (stat: ProcessStat): boolean => {
    if (stat.pid === process.pid || family.has(keyOf(stat))) return true;
    const parent = byPid.get(stat.parent);
    return parent !== undefined && belongs(parent);
  };
  for (const stat of stats)
    // A new process has the command line of its parent until it executes its own.
    if (belongs(stat)) family.set(keyOf(stat), roleOf(readText(`/proc/${String(stat.pid)}/cmdline`)));
}

const keyOf = ({ pid, startedAt }: ProcessStat): string => `${String(pid)}:${String(startedAt)}`;

/** Returns the text of a file, or nothing if the file or its process is gone or another user's. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
