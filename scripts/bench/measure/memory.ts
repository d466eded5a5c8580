import { listPids, readText } from './proc-files.ts';
import { roleOf } from './roles.ts';

/** The most memory that a process has had, in megabytes. */
export interface PeakMemory {
  process: string;
  megabytes: number;
}

/**
 * Returns the peak of each running process that has this `DATA_DIR`: of Hark by its role (`web`, `worker`), of the others by
 * what they are. Empty without `/proc`.
 */
export function peakMemoryOf(dataDir: string): PeakMemory[] {
  return listPids().flatMap((pid) => {
    const variables = readText(`/proc/${pid}/environ`).split('\0');
    const peak = /VmHWM:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1];
    if (peak === undefined || !variables.includes(`DATA_DIR=${dataDir}`)) return [];
    const role = roleOf(readText(`/proc/${pid}/cmdline`));
    const ofHark = variables.find((variable) => variable.startsWith('HARK_ROLE='))?.split('=')[1];
    return [{ process: role === 'hark' ? (ofHark ?? role) : role, megabytes: Number(peak) / 1_024 }];
  });
}
