import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's root, with a trailing slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An error for the user: its message is printed without a stack. */
export class Failure extends Error {}

/**
 * Changes to the project's root and loads `.env` if there is one. Existing environment variables take precedence.
 * @param {{ settings?: boolean }} [options] `settings: false` leaves `.env` alone
 */
export function enterProject({ settings = true } = {}) {
  process.chdir(root);
  // It is about later versions of the SDK than the one that is installed.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  if (settings && existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * Runs `main`; on failure prints the error and exits with code 1.
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
