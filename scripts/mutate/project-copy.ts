import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface ProjectCopy {
  root: string;
  remove(): Promise<void>;
}

/** Copies the working tree without ignored files; node_modules is linked. */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'hark-mutate-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await execute('git', list, { maxBuffer: 64 * 1024 * 1024 });
  for (const file of new Set(stdout.split('\0').filter((name) => name !== ''))) {
    // Files deleted but not committed are listed as well.
    await cp(file, join(root, file)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  await cp('dist', join(root, 'dist'), { recursive: true });
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
