import { openForCommand } from '#server/app/database/command-database.ts';
import { readEnv } from '#server/app/env/env.ts';
import { failureCode } from './lib/command-failure.ts';
import { commandFeatures, runCommand } from './support/run-command.ts';
import { readCommand } from './support/usage.ts';

/** `npm run support -- COMMAND`. Exit code 0, 1 on a failure, 2 on a usage error. */
async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  const env = readEnv();
  const { connection, close } = await openForCommand(env);
  try {
    const features = await commandFeatures(env, connection, command);
    try {
      for (const line of await runCommand(features, connection, command)) console.log(line);
    } finally {
      await features.credits.close();
    }
  } finally {
    await close();
  }
}

await main().catch((error: unknown) => {
  process.exitCode = failureCode(error);
});
