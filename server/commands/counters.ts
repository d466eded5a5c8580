import { composeCounters } from '#server/app/database/counters.ts';
import { openForCommand } from '#server/app/database/command-database.ts';
import { composeFeatures } from '#server/app/features.ts';
import { readEnv } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { correctionRecorder } from './counters/correction-recorder.ts';
import { countersCommand, readCommand } from './counters/counters-command.ts';
import { failureCode } from './lib/command-failure.ts';

/** `npm run counters -- audit | rebuild`. Exit code 0, 1 on a failure or difference, 2 on a usage error. */
async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  const env = readEnv();
  const { connection, close } = await openForCommand(env);
  const log = createLogger(env.LOG_LEVEL);
  const { accountEvents, credits } = composeFeatures({ env, connection, clock: systemClock, log });
  try {
    const counters = composeCounters(connection, credits.ledger);
    const record = correctionRecorder(accountEvents.events);
    return await countersCommand(command, { counters, record }, (line) => {
      console.log(line);
    });
  } finally {
    await credits.close();
    await close();
  }
}

process.exitCode = await main().catch(failureCode);
