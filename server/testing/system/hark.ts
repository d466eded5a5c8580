import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adjustableClock, type AdjustableClock } from '#server/platform/lib/clock.ts';
import { compose, type Composition } from '#server/app/index.ts';
import { startSeedProcess, type SeedProcess } from '#server/app/seed-process.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { parseEnv } from '#server/app/env/env.ts';
import { listen, urlOf } from '#server/platform/http/listen.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createLogger, type Logger } from '#server/platform/lib/log.ts';
import { setDefaultConsent } from '#server/app/seed/account-setup.ts';
import { createHarkClient, type HarkClient } from '#server/app/seed/hark-client.ts';
import { watchResponses } from '#server/testing/http/documented-responses.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';

/** A complete Hark on a free port, with its own database and data folder. */
export interface TestHark {
  baseUrl: string;
  /** `DATA_DIR`. */
  dataDir: string;
  mongodbUri: string;
  clock: AdjustableClock;
  composition: Composition;
  /** Creates a client with its own cookies, or with the cookie of another client. */
  newClient(cookie?: string): HarkClient;
  /** Creates a client signed in as a new user. */
  newUser(name?: string): Promise<{ client: HarkClient; email: string; uid: string }>;
  /** Starts what creates demo data on its data. */
  startSeed(): Promise<SeedProcess>;
  /** Throws if a documented call was answered in a way that the OpenAPI document does not have. */
  stop(): Promise<void>;
}

/**
 * Starts the system like `main`, web and worker in one process. `env` adds settings; without `sweeps`, nothing runs
 * periodically. `log` receives what is logged.
 */
export async function startHark(
  env: Record<string, string> = {},
  clock = adjustableClock(),
  { sweeps = true, log }: { sweeps?: boolean; log?: Logger } = {},
): Promise<TestHark> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-'));
  const mongodbUri = unusedDatabaseUri('hark');
  const listener = await listen(0, '127.0.0.1');
  const ownUrl = urlOf('127.0.0.1', listener.port);
  const settings = parseEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATA_DIR: dataDir,
    MONGODB_URI: mongodbUri.href,
    ...env,
  });
  const ownLog = log ?? createLogger(settings.LOG_LEVEL);
  const baseUrl = settings.PUBLIC_URL ?? ownUrl;
  const composition = await compose({
    env: settings,
    clock,
    baseUrl,
    ownUrl,
    log: ownLog,
  });
  const responses = await watchResponses(composition.app, composition.appRouter);
  listener.serve(responses.app);
  await composition.startWorker();
  if (sweeps) composition.startRecurring();
  return {
    baseUrl: ownUrl,
    dataDir: settings.DATA_DIR,
    mongodbUri: settings.MONGODB_URI ?? '',
    clock,
    composition,
    newClient: (cookie) => createHarkClient(ownUrl, cookie),
    async newUser(name = 'Ana Ortiz') {
      const client = createHarkClient(ownUrl);
      const email = `${newId()}@example.com`;
      const { body } = await client.post('/register/', {
        email,
        password: 'correct horse',
        display_name: name,
      });
      await setDefaultConsent(client);
      return { client, email, uid: (body['user_data'] as { uid: string }).uid };
    },
    startSeed: () => startSeedProcess(settings, ownLog, baseUrl),
    async stop() {
      composition.closeStreams();
      await Promise.all([listener.close(), composition.stopWorker()]);
      await composition.close();
      const connection = await connectDatabase(mongodbUri.href);
      await connection.dropDatabase();
      await connection.close();
      await rm(dataDir, { recursive: true, force: true });
      const { undocumented } = responses;
      if (undocumented.size > 0)
        throw new Error(`The OpenAPI document does not have: ${[...undocumented].join(', ')}`);
    },
  };
}
