import { formatBytes } from '#shared/format-bytes.ts';
import { formatNumber } from '#shared/formats.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { verify } from '#server/app/database/backup.ts';
import type { Env } from '#server/app/env/env.ts';

/** Reads all of a backup; prints what it holds, its age, and each difference. Returns exit code 1 if there is one. */
export async function verifyCommand(
  env: Env,
  folder: string,
  { now, say }: { now: Date; say: (line: string) => void },
): Promise<0 | 1> {
  const { manifest, differences } = await verify(env, folder, say);
  for (const { name, documents } of manifest.collections) say(`${name}: ${formatNumber(documents)}`);
  const { cutAt, objects } = manifest;
  say(`objects: ${formatNumber(objects.count)}, ${formatBytes(objects.bytes)}`);
  const hours = Math.floor((now.getTime() - cutAt.getTime()) / HOUR_MS);
  const found = differences === 0 ? 'no differences' : `differences: ${formatNumber(differences)}`;
  say(`A backup of ${cutAt.toISOString()}, ${formatNumber(hours)} hours old: ${found}.`);
  return differences === 0 ? 0 : 1;
}
