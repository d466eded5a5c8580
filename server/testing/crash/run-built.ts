import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a command of the build (see `buildHark`) on a database, in its own process. */
export async function runBuilt(
  script: string,
  databaseUri: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, MONGODB_URI: databaseUri, LOG_LEVEL: 'silent', ...settings };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}
