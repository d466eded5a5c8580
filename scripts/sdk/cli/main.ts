import { runCommand } from './run-command.ts';

/** Filled in by the build: the calls that take an `Idempotency-Key`. */
declare const KEYED_CALLS: readonly string[];

// The reader of a pipe may end first, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCommand(process.argv.slice(2), process, new Set(KEYED_CALLS));
