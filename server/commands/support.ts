import { createUserModel } from '#server/features/auth/user-store.ts';
import { openForCommand } from '#server/app/database/command-database.ts';
import { composeFeatures } from '#server/app/features.ts';
import { readEnv } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { userNamed } from './credits/support-context.ts';
import { failureCode } from './lib/command-failure.ts';
import { createAccountStores } from './support/account-stores.ts';
import { accountLines } from './support/print-account.ts';
import { readAccount } from './support/read-account.ts';
import { readCommand } from './support/usage.ts';

/** `npm run support -- show EMAIL`. Exit code 0, 1 on a failure, 2 on a usage error. */
async function main(): Promise<void> {
  const { email, json } = readCommand(process.argv.slice(2));
  const env = readEnv();
  const { connection, close } = await openForCommand(env);
  const log = createLogger(env.LOG_LEVEL);
  const features = composeFeatures({ env, connection, clock: systemClock, log });
  const { ledger, close: closeCredits } = features.credits;
  try {
    const user = await userNamed(createUserModel(connection), email);
    const stores = createAccountStores(connection, features);
    const report = await readAccount({ stores, ledger, now: systemClock.now() }, user);
    const lines = json ? [JSON.stringify(report, undefined, 2)] : accountLines(report);
    for (const line of lines) console.log(line);
  } finally {
    await closeCredits();
    await close();
  }
}

await main().catch((error: unknown) => {
  process.exitCode = failureCode(error);
});
