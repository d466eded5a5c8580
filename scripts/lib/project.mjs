import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A reason to stop that a person understands: printed as it is, without a stack. */
export class Failure extends Error {}

/**
 * Makes the project's folder the working directory and reads the settings in its `.env`, where there is one. What the
 * environment holds already wins.
 * @param {{ settings?: boolean }} [options] `settings: false` leaves `.env` alone
 */
export function enterProject({ settings = true } = {}) {
  process.chdir(root);
  if (settings && existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * Runs `main` and, where it fails, prints why and ends with exit code 1.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exit(1);
  }
}
