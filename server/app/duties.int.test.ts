import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { createSecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { deriveSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import type { Jobs } from '#server/platform/work/jobs.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';

/** Of each kind of work. */
const ITEMS = 12;
const SECRETS: [string, string] = ['a new secret for tests', 'a secret for tests'];
const PAST = new Date(0);

/** What is due for these begins at once. */
const BEGIN_ALL = ['send-customer-details', 'detach-cards'];

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let duties: Duty[];
/** What is called at each command to the database, each request to a provider, and each job that is enqueued. */
let onBegun: () => void = () => undefined;

beforeAll(async () => {
  database = await testDatabase();
  const uri = new URL(database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  connection = await connectDatabase(uri.href);
  connection.getClient().on('commandStarted', () => {
    onBegun();
  });
  const features = composeTestFeatures(connection, {
    secrets: SECRETS,
    settings: { REQUIRE_EMAIL_VERIFICATION: '1' },
    providers: unreachable('providers') as never,
    overrides: { jobs: () => JOBS },
  });
  const modules = features.modules();
  duties = modules.flatMap((module) => module.duties ?? []);
  // Hints name their indexes.
  for (const model of ['Campaign', 'Settlement']) await connection.model(model).createIndexes();
});
afterAll(async () => {
  await connection.close();
  await database.stop();
});

const named = (kind: string) => Array.from({ length: ITEMS }, (_, i) => `${kind}-${String(i)}`);
const sealed = (owner: string) =>
  createSecretBox(deriveSecrets([SECRETS[1]], 'second factor')).seal('a secret', owner);
const CAMPAIGN = {
  userId: 'u',
  streamId: 's',
  dropDate: PAST,
  run: 1,
  runEpoch: 1,
  lastSettlement: 0,
  total: 1,
  nextSeq: 2,
  voidedPreparations: [],
  finishedAt: PAST,
};

/** Work for the duties, by collection. A duty that finds none here fails the test. */
const DUE: [collection: string, documentOf: (id: string) => object][] = [
  ['account_deletions', () => ({ dueAt: PAST, streamId: 's' })],
  ['account_exports', (id) => ({ dueAt: PAST, uid: id, status: 'preparing' })],
  ['account_exports', (id) => ({ dueAt: PAST, uid: id, status: 'ready' })],
  ['billing_accounts', (id) => ({ customerId: id, detailsDueAt: PAST, cardsDueAt: PAST })],
  ['billing_accounts', (id) => ({ liveSubscriptionId: id, cardCheckAt: PAST })],
  ['billing_auto_purchases', (id) => ({ dueAt: PAST, streamId: id, onSince: PAST })],
  ['billing_credit_alerts', (id) => ({ streamId: id, threshold: 100, armed: true, version: 1, n: 0 })],
  ['billing_mails', (id) => ({ dueAt: PAST, at: PAST, uid: id, notice: { kind: 'credits_low' } })],
  ['campaigns', () => ({ ...CAMPAIGN, status: 'Sending' })],
  ['campaigns', () => ({ ...CAMPAIGN, status: 'Success', retryAt: PAST })],
  ['campaigns', () => ({ ...CAMPAIGN, status: 'Success', erasingContacts: true })],
  ['campaigns', () => ({ ...CAMPAIGN, status: 'Success', speechUntil: PAST })],
  [
    'campaigns',
    (id) => ({ ...CAMPAIGN, status: 'Preparing', preparing: { preparationId: id, leaseUntil: PAST } }),
  ],
  ['contact_lists', () => ({ dueAt: PAST, status: 'deleting' })],
  ['opt_out_webhooks', (id) => ({ secret: sealed(`opt-out webhook ${id}`) })],
  ['previews', (id) => ({ dueAt: PAST, userId: id, state: 'making' })],
  ['queued_mails', () => ({ dueAt: PAST })],
  ['second_factors', (id) => ({ secret: sealed(id), enabledAt: PAST, resetAskedAt: new Date(1) })],
  [
    'users',
    (id) => ({ email: id, emailLower: id, registrationId: id, createdAt: new Date(1), streamId: id }),
  ],
  ['voices', () => ({ state: 'deleting', uploadUntil: PAST })],
  ['webhook_cursors', (id) => ({ dueAt: PAST, streamId: id, campaignsFrom: PAST, suppressionsFrom: PAST })],
  [
    'webhook_endpoints',
    (id) => ({
      uid: id,
      mailDueAt: PAST,
      secrets: [{ sealed: sealed(`webhook endpoint ${id}`), since: PAST }],
    }),
  ],
];

async function fill(): Promise<void> {
  const of = (name: string) => database.connection.collection<{ _id: string }>(name);
  for (const { name } of await database.connection.listCollections()) await of(name).deleteMany({});
  await of('object_sweeps').insertOne({ _id: 'objects', dueAt: PAST, database: 'this' } as never);
  for (const [kind, [name, documentOf]] of DUE.entries()) {
    await of(name).insertMany(named(String(kind)).map((_id) => ({ _id, ...documentOf(_id) })));
  }
}

/** Providers that cannot be reached, but list payment events, and list and delete objects. */
function unreachable(path: string): unknown {
  const call = (...input: string[]) => {
    onBegun();
    return (
      ANSWERS[path]?.(...input) ?? Promise.reject(new ProviderUnavailable(`${path} is unreachable`, 'down'))
    );
  };
  return new Proxy(call, {
    get: (_target, name) => (name === 'then' ? undefined : unreachable(`${path}.${String(name)}`)),
  });
}

const ANSWERS: Record<string, (prefix?: string, after?: string) => unknown> = {
  async *'providers.payments.eventsSince'() {
    for (const id of named('event'))
      yield await Promise.resolve({ id, type: 'changed', subject: { kind: 'subscription', id } });
  },
  'providers.objects.store.read': () => Promise.resolve(Buffer.from('{"database":"this"}')),
  'providers.objects.store.list': (prefix = '', after) =>
    Promise.resolve(
      after === undefined
        ? Array.from({ length: 10 * ITEMS }, (_, i) => ({
            key: `${prefix}u/${String(i)}.mp3`,
            modifiedAt: PAST,
          }))
        : [],
    ),
  'providers.objects.store.delete': () => Promise.resolve(),
};

/** Where jobs are enqueued. */
const JOBS: Jobs = {
  ...NO_JOBS,
  queue: {
    ...NO_JOBS.queue,
    add() {
      onBegun();
      return Promise.resolve();
    },
  },
};

/** Returns how much a duty begins from a state where all is due; its worker stops once it has begun `most`. */
async function begunBy(duty: Duty, most = Infinity): Promise<number> {
  await fill();
  const stopping = new AbortController();
  let begun = 0;
  onBegun = () => {
    begun += 1;
    if (begun >= most) stopping.abort();
  };
  const { signal } = stopping;
  // What cannot be reached fails some.
  await duty.run({ signal, heartbeat: () => Promise.resolve() }).catch(() => undefined);
  onBegun = () => undefined;
  return begun;
}

test('a duty begins no other item once its worker stops', async () => {
  const deaf: string[] = [];
  for (const duty of duties) {
    const all = await begunBy(duty);
    const first = await begunBy(duty, 1);
    const half = BEGIN_ALL.includes(duty.name) ? 0 : await begunBy(duty, all / 2);
    // One that ignores the stop begins all; one without items in `DUE` too.
    if (first > all / 4 || half > (all * 3) / 4)
      deaf.push(`${duty.name}: ${String(first)} and ${String(half)} of ${String(all)}`);
  }
  expect(deaf).toEqual([]);
}, 60_000);
