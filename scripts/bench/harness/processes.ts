import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What a process does: the bench itself and its clients or browser, Hark, the database, emulators such as the carrier. */
export type Role = 'bench' | 'hark' | 'database' | 'emulators';

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
];
/** Linux reports all times in these ticks, whatever the timer of its kernel. */
const TICKS_A_SECOND = 100;

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
  const parents = new Map(stats.map(({ pid, parent }) => [pid, parent]));
  const isOwn = (pid: number | undefined): boolean =>
    pid === process.pid || (pid !== undefined && isOwn(parents.get(pid)));
  const byRole: Partial<Record<Role, number>> = {};
  for (const { pid, seconds } of stats.filter((stat) => isOwn(stat.pid))) {
    const role = roleOf(readText(`/proc/${String(pid)}/cmdline`));
    byRole[role] = (byRole[role] ?? 0) + seconds;
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
  const stat = { pid: Number(pid), parent: field(4), seconds };
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

/** Returns the text of a file, or nothing if the file or its process is gone or another user's. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
