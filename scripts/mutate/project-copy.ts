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

/** Copies the project as it is in the working folder, without ignored files; packages are linked, not copied. */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'hark-mutate-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await execute('git', list, { maxBuffer: 64 * 1024 * 1024 });
  for (const file of new Set(stdout.split('\0').filter((name) => name !== ''))) {
    // A file that is deleted and not yet committed is listed as well.
    await cp(file, join(root, file)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  await cp('dist', join(root, 'dist'), { recursive: true });
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
