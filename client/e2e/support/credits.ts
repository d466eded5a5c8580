import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { HarkProcess } from './hark-process.ts';

/** Adjusts a balance with the support command while the server runs. `credits` is signed. */
export async function adjustCredits(
  { dataDir }: HarkProcess,
  email: string,
  credits: number,
  reason: string,
): Promise<void> {
  const command = ['dist/server/commands/credits.js', 'adjust', email, String(credits)];
  const env = { ...process.env, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [...command, '--reason', reason], { env });
}
