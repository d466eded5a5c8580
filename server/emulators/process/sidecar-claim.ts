import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const POLL_MS = 20;

/**
 * The right to be *the* process of a data folder, without a lock that a `kill -9` could leave behind: each contender
 * writes a file named after itself (process id and start time, never used twice), and then looks at the others'.
 *
 * Two can never hold at once: each writes before it looks, so of two the later one sees the earlier. Where both see
 * each other before either holds, the one with the lower process id stays and the other steps back.
 */
export interface Claim {
  release(): Promise<void>;
}

/**
 * Claims `name` in `folder` for this process. While another live process stands there, `isServing(pid)` is asked
 * whether it does the work already: then the answer is undefined, else this waits until it serves or is gone.
 */
export async function claim(
  folder: string,
  name: string,
  isServing: (pid: number) => Promise<boolean>,
): Promise<Claim | undefined> {
  const mine = claimFile(name, process.pid);
  const release = (): Promise<void> => rm(join(folder, mine), { force: true });
  let standing = false;
  for (;;) {
    if (!standing && (await liveClaims(folder, name, mine)).length === 0) {
      await writeFile(join(folder, mine), '');
      standing = true;
    }
    const others = await liveClaims(folder, name, mine);
    if (standing && others.length === 0) return { release };
    if (others.some((pid) => pid < process.pid)) {
      await release();
      standing = false;
    }
    for (const pid of others) {
      if (!(await isServing(pid))) continue;
      await release();
      return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The process ids of the other live claims. Files of the dead are removed: their names never come again. */
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
  return `${name}.claim.${String(pid)}.${startOf(pid) ?? 'gone'}`;
}

/** When a live process started, in the system's own notation; undefined for one that has ended. */
export function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // Fields after the command's closing bracket: state first, the start time in ticks since boot is the twentieth.
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
