import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** What the journeys' server takes of memory, in MB; told by the system, where it is one that does. */
export interface ServerMemory {
  /** Now; from here on the peak counts. */
  begin(): number;
  peak(): number;
}

/** The server is found by the port that it was given; undefined where there is no /proc. */
export function serverMemory(): ServerMemory | undefined {
  const port = `PORT=${process.env['HARK_E2E_PORT'] ?? ''}`;
  const pid = existsSync('/proc/self/status')
    ? readdirSync('/proc').find((name) => /^\d+$/.test(name) && isServer(name, port))
    : undefined;
  if (pid === undefined) return undefined;
  const megabytes = (field: 'VmRSS' | 'VmHWM') => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  };
  return {
    begin() {
      // Makes the kernel forget the peak so far.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      return megabytes('VmRSS');
    },
    peak: () => megabytes('VmHWM'),
  };
}

function isServer(pid: string, port: string): boolean {
  try {
    const [program = '', ...command] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const isNode = program === process.execPath || program === 'node';
    const isMain = command.some((part) => part.endsWith('dist/server/main.js'));
    return isNode && isMain && environment.includes(port);
  } catch {
    // Another user's process, or one that has just ended.
    return false;
  }
}
