import { once } from 'node:events';
import {
  createUserModel,
  OPEN,
  type UserModel,
  type UserRecord,
  createUserStore,
} from '#server/features/auth/user-store.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import type { AuditSource } from '#server/features/credits/audit/audit-source.ts';
import { composeFeatures, type Features } from '#server/app/features.ts';
import { openForCommand } from '#server/app/database/command-database.ts';
import { readEnv } from '#server/app/env/env.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { createAuditSources } from '#server/app/database/audit.ts';
import { createUpkeepModel, UpkeepStore } from '#server/platform/observability/upkeep/upkeep-store.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Context of the support commands: ledger and users on the configured database. */
export interface SupportContext {
  /** The history of accounts. */
  events: AccountEvents;
  credits: Features['credits'];
  /** Returns the user with this email address. Throws `UsageError` if there is none. */
  userNamed(email: string): Promise<UserRecord>;
  /** Returns the stream of the user with this email address, or the stream with this id. Throws `UsageError`. */
  streamOf(reference: string): Promise<string>;
  /** Returns the email address of each stream's user; erased accounts have none. */
  owners(): Promise<Map<string, string>>;
  /** Returns the email address of a stream's user as it is now; undefined for an erased account. */
  ownerOf(streamId: string): Promise<string | undefined>;
  /** Audit sources of all features that cause events. */
  causes: AuditSource[];
  /** Those of erased accounts, whose campaigns are erased too. */
  lastingCauses: AuditSource[];
  /** Records what an audit found, for the metrics. */
  recordAudit(differences: number): Promise<void>;
  /** Prints a line; resolves once standard output takes more. */
  print(line: string): Promise<void>;
}

/** Runs `work` with a support context and closes it. Safe beside a running Hark. */
export async function withSupportContext(
  work: (context: SupportContext) => Promise<number>,
): Promise<number> {
  const env = readEnv();
  const { connection, close } = await openForCommand(env);
  const { accountEvents, credits } = composeFeatures({
    env,
    connection,
    clock: systemClock,
    log: createLogger(env.LOG_LEVEL),
  });
  const users = createUserModel(connection);
  const sources = createAuditSources(connection);
  const upkeep = new UpkeepStore(createUpkeepModel(connection));
  try {
    return await work({
      recordAudit: (differences) => upkeep.recordAudit(systemClock.now(), differences),
      events: accountEvents.events,
      credits,
      userNamed: (email) => userNamed(users, email),
      async streamOf(reference) {
        if (reference.includes('@')) return (await userNamed(users, reference)).streamId;
        for await (const _event of credits.history.all(reference)) return reference;
        throw new UsageError(`There is no user or stream "${reference}".`);
      },
      owners: () => ownersOf(users),
      ownerOf: async (streamId) => (await users.findOne({ streamId, ...OPEN }, { email: 1 }).lean())?.email,
      causes: [credits.audit.corrections, ...sources.all],
      lastingCauses: [credits.audit.corrections, ...sources.lasting],
      print,
    });
  } finally {
    await credits.close();
    await close();
  }
}

/** Returns the user with this email address. Throws `UsageError` if there is none. */
export async function userNamed(users: UserModel, email: string): Promise<UserRecord> {
  const user = await createUserStore(users).byEmail(email);
  if (user === undefined) throw new UsageError(`No user has the e-mail address ${email}.`);
  return user;
}

async function ownersOf(users: UserModel): Promise<Map<string, string>> {
  const owners = await users.find(OPEN, { email: 1, streamId: 1 }).lean();
  return new Map(owners.map(({ streamId, email }) => [streamId, email]));
}

async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}
