import { HOUR_MS } from '#shared/time-units.ts';
import { composeProviders } from '#server/app/providers/providers.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { parseEnv } from '#server/app/env/env.ts';
import type { Features } from '#server/app/features.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { TestHark } from '#server/testing/system/hark.ts';
import { BUSY } from '#server/testing/system/test-system.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { until } from '#server/testing/crash/until.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';

type Proof = { email: string; password: string };
type Account = { uid: string; streamId: string };
export type DeletionProcesses = Awaited<ReturnType<typeof startDeletionProcesses>>;

/** A mail server that takes no mail. */
const HANGING = { send: () => Promise.reject(new ProviderUnavailable('The mail server does not answer.')) };
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

/** Runs deletions in processes of their own beside `hark`. Each starts an hour later than the one before. */
export async function startDeletionProcesses(hark: TestHark) {
  const stable = await connectDatabase(hark.mongodbUri);
  const log = createLogger('silent');
  const env = parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: hark.dataDir });
  const mails: Mail[] = [];
  const deletedClones = new Set<string>();
  const real = await composeProviders({
    env,
    connection: stable,
    clock: systemClock,
    log,
    baseUrl: hark.baseUrl,
    ownUrl: hark.baseUrl,
    callbackSecret: 'unused',
    onLost: () => undefined,
  });
  const providers = {
    ...real,
    mailer: { send: (mail: Mail) => Promise.resolve(void mails.push(mail)) },
    speech: {
      ...real.speech,
      deleteVoice: (id: string) => Promise.resolve(void deletedClones.add(id)),
    },
  };
  const { ledger, close } = composeTestFeatures(stable).credits;
  let started = 0;

  /** Starts a process. With `diesAfterWrites` it loses its database after so many writes. */
  async function start({ diesAfterWrites = Infinity, laterMs = 0, takesMails = true } = {}) {
    started += 1;
    const offset = started * HOUR_MS + laterMs;
    const uri = new URL(hark.mongodbUri);
    uri.searchParams.set('monitorCommands', 'true');
    const connection = await connectDatabase(uri.href);
    const clock = { now: () => new Date(Date.now() + offset) };
    const triggered: string[] = [];
    const features = composeTestFeatures(connection, {
      clock,
      log,
      settings: { DATA_DIR: hark.dataDir },
      providers: takesMails ? providers : { ...providers, mailer: HANGING },
      overrides: { jobs: () => NO_JOBS, trigger: () => (duty) => void triggered.push(duty) },
    });
    let writes = 0;
    connection.getClient().on('commandSucceeded', ({ commandName }) => {
      if (WRITES.has(commandName) && ++writes === diesAfterWrites) void connection.destroy();
    });
    const isAlive = () => writes < diesAfterWrites;
    return {
      /** The duties that a worker is to do at once. */
      triggered: triggered as readonly string[],
      /** Asks for the deletion. Returns false if the process died. */
      async ask(user: Account, proof: Proof): Promise<boolean> {
        const signedIn = contextOf(user);
        const session = { ...signedIn.session, signOut: () => Promise.resolve() };
        const call = createCallerFactory(features.accountDeletion.router)({ ...signedIn, session });
        await call.request(proof).catch(unless(isAlive));
        return isAlive();
      },
      /** Asks for the deletion and makes its first pass. Returns false if the process died. */
      async request(user: Account, proof: Proof): Promise<boolean> {
        return (await this.ask(user, proof)) && this.sweep();
      },
      /** Marks the account as closing, and nothing more. */
      mark: (user: Account, proof: Proof) =>
        features.auth.closing.close(user.uid, { ...proof, session: contextOf(user).session }, () =>
          Promise.resolve(),
        ),
      /** Continues what is due. Returns false if the process died. */
      async sweep(): Promise<boolean> {
        await features.accountDeletion.sweep().catch(unless(isAlive));
        await features.accountDeletion.idle();
        return isAlive();
      },
      /** Makes the exports that are due. */
      async makeExports(): Promise<void> {
        const { jobs, duties } = features.accountExport;
        const exports = await stable.collection('account_exports').find().toArray();
        for (const data of exports.map(({ _id }): object => ({ exportId: _id })))
          for (const job of jobs) await job.run(data, BUSY);
        for (const duty of duties) await duty.run(BUSY);
      },
      /** Runs the clean-up job of the drop engine. */
      cleanUp: () => features.drops.handlers.cleanUp(BUSY),
      stop: () => stop(features, () => connection.destroy()),
    };
  }

  return {
    start,
    mailsTo: (email: string) => [
      ...new Set(mails.filter(({ to }) => to === email).map(({ subject }) => subject)),
    ],
    deletedClones: deletedClones as ReadonlySet<string>,
    async streamIdOf(uid: string): Promise<string> {
      const user = await stable.collection<{ _id: string; streamId: string }>('users').findOne({ _id: uid });
      return user?.streamId ?? '';
    },
    balance: (streamId: string) => ledger.balance(streamId),
    /** Sweeps, each time an hour later, until no deletion is left. */
    completeDeletions: () =>
      until('the deletions to end', 20_000, async () => {
        const process = await start();
        await process.sweep();
        await process.stop();
        return (await stable.collection('account_deletions').countDocuments()) === 0;
      }),
    async makeExports(): Promise<void> {
      const process = await start();
      await process.makeExports();
      await process.stop();
      // Only those about a deletion are examined.
      mails.length = 0;
    },
    async cleanUp(): Promise<void> {
      const process = await start();
      await process.cleanUp();
      await process.stop();
    },
    async stop() {
      await close();
      await real.close();
      await stable.close();
    },
  };
}

async function stop(features: Features, close: () => Promise<unknown>): Promise<void> {
  await features.credits.close().catch(() => undefined);
  await close().catch(() => undefined);
}

/** Rethrows errors of a process that is alive. */
function unless(isAlive: () => boolean): (error: unknown) => void {
  return (error) => {
    if (isAlive()) throw error;
  };
}
