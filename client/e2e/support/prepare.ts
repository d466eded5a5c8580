import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { seedDataFolder } from './hark-process.ts';

/** Passes the seeded data folder on to the workers. */
const VARIABLE = 'HARK_E2E_SEEDED';

/**
 * Builds the server and client for the journeys, unless the build is current, and seeds the demo account once: a
 * seed costs more processor time than several journeys, a copy of it none. Returns what deletes it afterwards.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const seeded = await seedDataFolder();
  process.env[VARIABLE] = seeded;
  return () => rm(seeded, { recursive: true, force: true });
}

/** Returns the data folder with the demo account that each server starts with a copy of. */
export function seededDataFolder(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error('Nothing is seeded: this runs in a worker of Playwright');
  return folder;
}
