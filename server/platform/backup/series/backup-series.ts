import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST } from '../backup-format.ts';
import { keptTimes, type Keep } from './kept-backups.ts';

const NAME = /^hark-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** A backup of a series: a folder that is named by its time. */
export interface BackupOfSeries {
  name: string;
  folder: string;
  at: Date;
  isComplete: boolean;
}

/** Returns the name of a backup that is begun now: `hark-2026-11-29T03-00-00Z`. */
export function nameAt(time: Date): string {
  return `hark-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Returns the backups in a folder, the oldest first; what has another name is not one of them. */
export async function listSeries(root: string): Promise<BackupOfSeries[]> {
  const found: BackupOfSeries[] = [];
  for (const name of (await readdir(root)).sort()) {
    const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
    if (day === undefined) continue;
    const folder = join(root, name);
    const files = await readdir(folder);
    const at = new Date(`${day}T${String(hours)}:${String(minutes)}:${String(seconds)}Z`);
    found.push({ name, folder, at, isComplete: files.includes(MANIFEST) });
  }
  return found;
}

/** Removes the complete backups that are not kept; returns their names. */
export async function pruneSeries(root: string, keep: Keep): Promise<string[]> {
  const complete = (await listSeries(root)).filter(({ isComplete }) => isComplete);
  const kept = keptTimes(
    complete.map(({ at }) => at),
    keep,
  );
  return removeAll(complete.filter(({ at }) => !kept.has(at)));
}

/** Makes room for a backup: removes those that are not kept beside it, and never the newest complete one. Returns their names. */
export async function makeRoom(root: string, keep: Keep, next: Date): Promise<string[]> {
  const complete = (await listSeries(root)).filter(({ isComplete }) => isComplete);
  const times = complete.map(({ at }) => at);
  const kept = new Set([...keptTimes([...times, next], keep), ...times.slice(-1)]);
  return removeAll(complete.filter(({ at }) => !kept.has(at)));
}

/** Removes what backups left that were killed with all their processes. Nothing else may be writing to the series. */
export async function removeIncomplete(root: string): Promise<string[]> {
  return removeAll((await listSeries(root)).filter(({ isComplete }) => !isComplete));
}

async function removeAll(backups: readonly BackupOfSeries[]): Promise<string[]> {
  for (const { folder } of backups) {
    // First, so that one that is removed in part is no complete backup.
    await rm(join(folder, MANIFEST), { force: true });
    await rm(folder, { recursive: true });
  }
  return backups.map(({ name }) => name);
}
