import type { Connection } from 'mongoose';
import { composeFeatures, type Features } from '#server/app/features.ts';
import type { Env } from '#server/app/env/env.ts';
import { ClosingAccountStore } from '#server/features/auth/closing/closing-account-store.ts';
import { createUserModel } from '#server/features/auth/user-store.ts';
import { allMigrations } from '#server/platform/migrations/all-migrations.ts';
import { NO_MIGRATION_NEEDS } from '#server/platform/migrations/migration-needs.ts';
import { versionOf } from '#server/platform/migrations/migration.ts';
import { createProcessModel, ProcessStore } from '#server/platform/migrations/process-store.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { existingSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { userNamed } from '../credits/support-context.ts';
import { UsageError } from '../lib/usage-error.ts';
import { actOnAccount } from './account-action.ts';
import { createAccountStores } from './account-stores.ts';
import { accountLines } from './print-account.ts';
import { readAccount } from './read-account.ts';
import { switchCalling } from './switch-calling.ts';
import { isOnAccount, type SupportCommand } from './usage.ts';

/** Returns the features of a command, whose mails the workers send. Throws `UsageError` without the secrets of this Hark. */
export async function commandFeatures(
  env: Env,
  connection: Connection,
  { name }: SupportCommand,
): Promise<Features> {
  const secrets = await existingSecrets(env);
  if (secrets === undefined && isOnAccount(name))
    throw new UsageError('Set SESSION_SECRET as for Hark: what is mailed to the owner is encrypted with it.');
  return composeFeatures({
    env,
    connection,
    clock: systemClock,
    log: createLogger(env.LOG_LEVEL),
    baseUrl: env.PUBLIC_URL ?? `http://127.0.0.1:${String(env.PORT)}`,
    ...(secrets && { secrets }),
  });
}

/** Returns the lines to print. */
export async function runCommand(
  features: Features,
  connection: Connection,
  command: SupportCommand,
): Promise<string[]> {
  if (!('email' in command))
    return [await switchCalling(features, command), ...(await olderProcesses(connection, command))];
  const users = createUserModel(connection);
  if (command.name !== 'show') {
    const user = await userNamed(users, command.email);
    return [await actOnAccount(features, user, command), ...(await olderProcesses(connection, command))];
  }
  const closing = await new ClosingAccountStore(users).byEmail(command.email);
  const user = closing ?? (await userNamed(users, command.email));
  const stores = createAccountStores(connection, features);
  const { ledger } = features.credits;
  const report = await readAccount({ stores, ledger, now: systemClock.now() }, user);
  return command.json ? [JSON.stringify(report, undefined, 2)] : accountLines(report);
}

/** Names the processes of a release that may not know a stop or a suspension. */
async function olderProcesses(connection: Connection, { name }: SupportCommand): Promise<string[]> {
  if (name !== 'stop-calling' && name !== 'suspend') return [];
  const version = versionOf(allMigrations(NO_MIGRATION_NEEDS));
  const running = await new ProcessStore(createProcessModel(connection)).list(systemClock.now());
  return running
    .filter((one) => one.version < version)
    .map(
      ({ role, host, pid }) =>
        `NOT by the ${role} process ${String(pid)} on ${host}, which is of an older release: end it.`,
    );
}
