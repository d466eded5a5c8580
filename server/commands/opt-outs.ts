import { openForCommand } from '#server/app/database/command-database.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { readEnv } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createOperatorList } from '#server/features/do-not-call/suppressions/operator-list.ts';
import { createRemovalModel, RemovalStore } from '#server/features/do-not-call/suppressions/removal-store.ts';
import { createSuppressionModel } from '#server/features/do-not-call/suppressions/suppression-model.ts';
import { SuppressionStore } from '#server/features/do-not-call/suppressions/suppression-store.ts';
import { failureCode } from './lib/command-failure.ts';
import { optOutsCommand } from './opt-outs/opt-outs-command.ts';

/** `npm run opt-outs -- add | remove | list | import`. Exit code 0, 1 on a failure, 2 on a usage error. */
async function main(): Promise<void> {
  const env = readEnv();
  const { connection, close } = await openForCommand(env);
  try {
    const [model, removalModel] = [createSuppressionModel(connection), createRemovalModel(connection)];
    await createIndexes({ models: [model, removalModel] });
    const stores = { store: new SuppressionStore(model), removals: new RemovalStore(removalModel) };
    const list = createOperatorList({ ...stores, clock: systemClock });
    await optOutsCommand(process.argv.slice(2), list, (line) => {
      console.log(line);
    });
  } finally {
    await close();
  }
}

await main().catch((error: unknown) => {
  process.exitCode = failureCode(error);
});
