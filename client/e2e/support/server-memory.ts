import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** What the journeys' server takes of memory, in MB. */
export interface ServerMemory {
  /** Now; from here on the peak counts. */
  begin(): number;
  peak(): number;
}

/** The memory of the process `pid`; undefined where there is no /proc. */
export function serverMemory(pid: number): ServerMemory | undefined {
  if (!existsSync(`/proc/${String(pid)}/status`)) return undefined;
  const megabytes = (field: 'VmRSS' | 'VmHWM') => {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  };
  return {
    begin() {
      // Makes the kernel forget the peak so far.
      writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
      return megabytes('VmRSS');
    },
    peak: () => megabytes('VmHWM'),
  };
}
