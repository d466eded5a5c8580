import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Memory of the journeys' server, in MB. */
export interface ServerMemory {
  /** Current memory; also resets the peak. */
  begin(): number;
  peak(): number;
}

/** Returns the memory probe of process `pid`; undefined without /proc. */
export function serverMemory(pid: number): ServerMemory | undefined {
  if (!existsSync(`/proc/${String(pid)}/status`)) return undefined;
  const megabytes = (field: 'VmRSS' | 'VmHWM') => {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  };
  return {
    begin() {
      // Resets the kernel's peak counter.
      writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
      return megabytes('VmRSS');
    },
    peak: () => megabytes('VmHWM'),
  };
}
