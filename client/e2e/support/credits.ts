import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { HarkProcess } from './hark-process.ts';

/** Corrects a balance as support does, with the command line, while the server runs. Signed credits. */
export async function adjustCredits(
  { dataDir }: HarkProcess,
  email: string,
  credits: number,
  reason: string,
): Promise<void> {
  const command = ['scripts/run.mjs', 'scripts/credits.ts', 'adjust', email, String(credits)];
  const env = { ...process.env, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [...command, '--reason', reason], { env });
}
