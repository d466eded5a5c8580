import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const POLL_MS = 20;

/**
 * Ownership of a service in a data folder. Each contender writes a file named after its process id and start time and
 * then checks for others, so `kill -9` leaves no stale lock and two processes never own it at once.
 */
export interface Claim {
  release(): Promise<void>;
}

/**
 * Claims `name` in `folder` for this process. Returns undefined once `isServing(pid)` is true for another claimant,
 * and waits while another one is alive and not yet serving. Of two contenders the lower process id wins.
 */
export async function claim(
  folder: string,
  name: string,
  isServing: (pid: number) => Promise<boolean>,
): Promise<Claim | undefined> {
  const ownFile = claimFile(name, process.pid);
  const release = (): Promise<void> => rm(join(folder, ownFile), { force: true });
  let registered = false;
  for (;;) {
    if (!registered && (await liveClaims(folder, name, ownFile)).length === 0) {
      await writeFile(join(folder, ownFile), '');
      registered = true;
    }
    const others = await liveClaims(folder, name, ownFile);
    if (registered && others.length === 0) return { release };
    if (others.some((pid) => pid < process.pid)) {
      await release();
      registered = false;
    }
    for (const pid of others) {
      if (!(await isServing(pid))) continue;
      await release();
      return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Returns the process ids of the other live claims and removes the files of dead processes. */
async function liveClaims(folder: string, name: string, mine: string): Promise<number[]> {
  const files = (await readdir(folder)).filter((file) => file.startsWith(`${name}.claim.`) && file !== mine);
  const live: number[] = [];
  for (const file of files) {
    const pid = Number(file.split('.').at(-2));
    if (file === claimFile(name, pid)) live.push(pid);
    else await rm(join(folder, file), { force: true });
  }
  return live;
}

function claimFile(name: string, pid: number): string {
  return `${name}.claim.${String(pid)}.${processStartTime(pid) ?? 'ended'}`;
}

/** Returns the start time of a process in the format of the operating system, or undefined if it has ended. */
export function processStartTime(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // After the command's closing bracket: field 0 is the state, field 19 the start time in ticks since boot.
      const fields =
        readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
          .split(') ')
          .at(-1)
          ?.split(' ') ?? [];
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
    }
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
    });
    return started.replaceAll(/\W/g, '');
  } catch {
    return undefined;
  }
}
