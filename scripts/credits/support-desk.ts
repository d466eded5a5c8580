import { createUserModel, type UserModel, type UserRecord } from '#server/auth/user-model.ts';
import { createUserStore } from '#server/auth/user-store.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { AuditSource } from '#server/credits/audit/audit-source.ts';
import { createCreditsFeature } from '#server/credits/credits-feature.ts';
import { openDatabase } from '#server/composition/database.ts';
import { readEnv } from '#server/env.ts';
import { createLogger } from '#server/lib/log.ts';
import { createAuditSources } from '#server/composition/audit.ts';
import { UsageError } from './usage.ts';

/** What the commands for support work with: the ledger and the users, on the database of the settings. */
export interface SupportContext {
  credits: ReturnType<typeof createCreditsFeature>;
  /** The user with this e-mail address. Throws `UsageError` where there is none. */
  userNamed(email: string): Promise<UserRecord>;
  /** The e-mail address of each stream's user; erased accounts have none. */
  owners(): Promise<Map<string, string>>;
  /** The records of all features that cause events. */
  causes: AuditSource[];
  print(line: string): void;
}

/** Opens the database, which a running Hark may have open as well, lets `work` do its part, and closes everything. */
export async function withSupportContext(work: (desk: SupportContext) => Promise<number>): Promise<number> {
  const env = readEnv();
  const { connection, close } = await openDatabase(env);
  const credits = createCreditsFeature({ connection, clock: systemClock, log: createLogger(env.LOG_LEVEL) });
  const users = createUserModel(connection);
  try {
    return await work({
      credits,
      userNamed: (email) => userNamed(users, email),
      owners: () => ownersOf(users),
      causes: [credits.audit.corrections, ...createAuditSources(connection)],
      print: (line) => process.stdout.write(`${line}\n`),
    });
  } finally {
    await credits.close();
    await close();
  }
}

async function userNamed(users: UserModel, email: string): Promise<UserRecord> {
  const user = await createUserStore(users).byEmail(email);
  if (user === undefined) throw new UsageError(`No user has the e-mail address ${email}.`);
  return user;
}

async function ownersOf(users: UserModel): Promise<Map<string, string>> {
  const owners = await users.find({}, { email: 1, streamId: 1 }).lean();
  return new Map(owners.map(({ streamId, email }) => [streamId, email]));
}
