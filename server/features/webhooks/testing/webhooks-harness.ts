import type { WebhookEventChoice } from '#shared/schemas/webhooks.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

export type WebhooksHarness = Awaited<ReturnType<typeof startWebhooks>>;

/** Starts webhooks on a database of their own, with a clock that the test moves. */
export async function startWebhooks() {
  const database = await testDatabase();
  const clock = createTestClock();
  const mails: Mail[] = [];
  const first = await newProcess(database.uri, clock, mails);
  const { webhooks, suppressions, stores, credits, accountEvents, drops, billing } = first.features;
  await createIndexes(webhooks, suppressions, stores, credits, accountEvents, drops, billing);
  const processes = [first];
  return {
    ...first,
    clock,
    mails,
    database,
    /** Creates a user with an endpoint. */
    async newEndpoint(url: string, events: WebhookEventChoice[] = ['suppression.added']) {
      const user = { uid: newId(), streamId: newId() };
      const api = first.as(user);
      const { webhook, secret } = await api.create({ url, events });
      return { user, api, id: webhook.id, secret };
    },
    /** Adds numbers to the do-not-call list of a user, each of which is an event. */
    async addNumbers(user: SignedInUser, phones: readonly string[]): Promise<void> {
      const list = createCallerFactory(first.features.suppressions.router)(contextOf(user));
      for (const phone of phones) await list.add({ phone });
      clock.advance(10_000);
      await first.webhooks.sweep();
    },
    /** Starts another process on the same database. */
    async otherProcess() {
      const other = await newProcess(database.uri, clock, mails);
      processes.push(other);
      return other;
    },
    async stop(): Promise<void> {
      for (const one of processes) await one.close();
      await database.stop();
    },
  };
}

async function newProcess(uri: string, clock: Clock, mails: Mail[]) {
  const connection = await connectDatabase(uri);
  const features = composeTestFeatures(connection, {
    clock,
    // Voices are read alone.
    providers: {
      mailer: { send: (mail) => Promise.resolve(void mails.push(mail)) },
      objects: { store: {} } as never,
      speech: {} as never,
    },
    overrides: {
      users: () => ({
        byUid: (uid) => Promise.resolve(userOf(uid)),
        streamIdOf: () => Promise.resolve(''),
      }),
      subscriptions: () => ({
        isSubscribed: () => Promise.resolve(true),
        isPastDue: () => Promise.resolve(false),
        periodStartOf: () => Promise.resolve(undefined),
      }),
      billing: () =>
        ({ creditAlerts: { thresholdOf: () => Promise.resolve(undefined) }, models: [] }) as never,
      drops: () => ({ models: [] }) as never,
    },
  });
  const { webhooks } = features;
  const createCaller = createCallerFactory(webhooks.router);
  return {
    connection,
    features,
    webhooks,
    /** The procedures, called as a user, with an `Idempotency-Key` if one is given. */
    as: (user: SignedInUser, key?: string) => createCaller(contextOf(user, key)),
    async close(): Promise<void> {
      await webhooks.loop.stop();
      await features.credits.close();
      await connection.close();
    },
  };
}

function userOf(uid: string) {
  const email = `${uid}@hark.example`;
  return {
    uid,
    email,
    displayName: 'Ana',
    companyName: 'Ana Roofing',
    mutedMails: [],
    emailConfirmed: true,
    streamId: '',
  };
}
