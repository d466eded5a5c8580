import { ZodError } from 'zod';
import { AppError } from '#server/lib/errors.ts';
import { EnvError } from '#server/env.ts';
import { EmbeddedMongodbUnavailable } from '#server/composition/database.ts';
import { adjust } from './credits/adjust.ts';
import { audit } from './credits/audit.ts';
import { exportStream } from './credits/export.ts';
import { replay } from './credits/replay.ts';
import { withSupportContext, type SupportContext } from './credits/support-desk.ts';
import { readCommand, UsageError, type CreditsCommand } from './credits/usage.ts';

/** `npm run credits -- replay | audit | adjust | export`: exit code 0, 1 where all is not well, 2 for a mistake. */
async function main(): Promise<number> {
  // Whoever reads the output may have read enough.
  process.stdout.on('error', () => process.exit(0));
  const command = readCommand(process.argv.slice(2));
  return withSupportContext((desk) => run(desk, command));
}

function run(desk: SupportContext, command: CreditsCommand): Promise<number> {
  switch (command.name) {
    case 'replay':
      return replay(desk, command);
    case 'audit':
      return audit(desk, command);
    case 'adjust':
      return adjust(desk, command);
    case 'export':
      return exportStream(desk, command);
  }
}

/** The exit code of a failure, and what is said of it: one line for what a person can put right. */
function fail(error: unknown): number {
  if (error instanceof UsageError || error instanceof EnvError) {
    console.error(error.message);
    return 2;
  }
  if (error instanceof ZodError) {
    console.error('An event of this stream cannot be read; "npm run credits -- audit" says which.');
    return 1;
  }
  const known = error instanceof AppError || error instanceof EmbeddedMongodbUnavailable;
  console.error(known ? error.message : error);
  return 1;
}

process.exitCode = await main().catch(fail);
