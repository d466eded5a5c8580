import { ZodError } from 'zod';
import { adjust } from './credits/adjust.ts';
import { audit } from './credits/audit.ts';
import { exportStream } from './credits/export.ts';
import { replay } from './credits/replay.ts';
import { withSupportContext, type SupportContext } from './credits/support-context.ts';
import { readCommand, type CreditsCommand } from './credits/usage.ts';
import { failureCode } from './lib/command-failure.ts';

/**
 * `npm run credits -- replay | audit | adjust | export`. Exit code 0, 1 on a failure or difference, 2 on a usage
 * error.
 */
async function main(): Promise<number> {
  // The reader may close the pipe early.
  process.stdout.on('error', () => process.exit(0));
  const command = readCommand(process.argv.slice(2));
  return withSupportContext((context) => run(context, command));
}

function run(context: SupportContext, command: CreditsCommand): Promise<number> {
  switch (command.name) {
    case 'replay':
      return replay(context, command);
    case 'audit':
      return audit(context, command);
    case 'adjust':
      return adjust(context, command);
    case 'export':
      return exportStream(context, command);
  }
}

/** Prints a failure and returns its exit code. */
function fail(error: unknown): number {
  if (!(error instanceof ZodError)) return failureCode(error);
  console.error('An event of this stream cannot be read; "npm run credits -- audit" says which.');
  return 1;
}

process.exitCode = await main().catch(fail);
