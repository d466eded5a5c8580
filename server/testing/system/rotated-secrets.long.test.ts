import type { Connection } from 'mongoose';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import { signatureOf } from '#server/features/do-not-call/opt-outs/webhook/check-signature.ts';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { deriveSecret } from '#server/platform/lib/secrets/secrets.ts';
import { until } from '#server/testing/crash/until.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { startHark, type TestHark } from './hark.ts';

const OLD = 'the-old-secret-of-last-year';
const NEW = 'the-new-secret-of-this-year';
/** Of the web processes: where passkeys belong to, so that it is one and the same in every step. */
const SITE = 'http://hark.localhost:3000';
const TIMEOUT_MS = 240_000;
const CODE_MS = 30_000;
/** A text that is encrypted in the database: the name of its key, and the rest. */
const SEALED = /"([\w-]{8})\.[\w-]{50,}"/g;

const clock = adjustableClock();
let shifts = 0;
let uri: URL;
let connection: Connection;
beforeAll(async () => {
  uri = unusedDatabaseUri('hark');
  connection = await connectDatabase(uri.href);
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

/** A person with everything that a secret of the deployment could break. */
interface Owner {
  email: string;
  uid: string;
  totp: string;
  passkey: ReturnType<typeof createAuthenticator>;
  stopPath: string;
  optOut: { url: string; secret: string };
}

async function trpc(client: HarkClient, call: string, input: object = {}): Promise<Record<string, unknown>> {
  const body = expectOk(await client.post(`/trpc/${call}`, input));
  return (body['result'] as { data: Record<string, unknown> }).data;
}

/** Runs `work` with processes on one database, one for each of the settings. */
async function withProcesses(
  settings: readonly { secrets: string; role?: string; sweeps?: boolean }[],
  work: (processes: TestHark[]) => Promise<void>,
): Promise<void> {
  const started: TestHark[] = [];
  try {
    for (const { secrets, role = 'web', sweeps = false } of settings) {
      const env = { MONGODB_URI: uri.href, SESSION_SECRET: secrets, HARK_ROLE: role, PUBLIC_URL: SITE };
      started.push(await startHark(env, clock, { sweeps }));
    }
    await work(started);
  } finally {
    for (const one of started) await one.stop();
  }
}

/** Returns a code that was not used: the clock goes on by one time step for each. */
function freshCode(secret: string): string {
  shifts += 1;
  clock.shift(shifts * CODE_MS);
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
}

async function newOwner(hark: TestHark): Promise<Owner & { session: string }> {
  const { client, email, uid } = await hark.newUser();
  const passkey = createAuthenticator(SITE);
  const options = await trpc(client, 'auth.beginPasskey');
  await trpc(client, 'auth.addPasskey', {
    name: 'Laptop',
    response: passkey.create(options as unknown as Parameters<typeof passkey.create>[0]),
  });
  const { secret: totp } = (await trpc(client, 'auth.beginSecondFactor')) as { secret: string };
  await trpc(client, 'auth.enableSecondFactor', { code: freshCode(totp) });
  const optOut = (await trpc(client, 'optOuts.renewWebhookSecret')) as unknown as Owner['optOut'];
  expectOk(
    await client.post('/api/webhooks/', { url: 'https://hooks.example/', events: ['suppression.added'] }),
  );
  const { stop_path: stopPath } = expectOk(await client.get('/api/calling-profile/'));
  return { email, uid, totp, passkey, optOut, stopPath: String(stopPath), session: client.cookie() };
}

/** Uses everything of an owner at a process; returns what was refused, and the cookies of the two new sessions. */
async function useAll(hark: TestHark, owner: Owner, accepted: readonly string[]) {
  const { email, uid, totp, passkey, optOut, stopPath } = owner;
  const withCode = hark.newClient();
  const login = await withCode.post('/login/', { email, password: 'correct horse', code: freshCode(totp) });
  const withPasskey = hark.newClient();
  const options = await trpc(withPasskey, 'auth.beginPasskeySignIn');
  const response = passkey.use(options as unknown as Parameters<typeof passkey.use>[0]);
  const signedIn = await trpc(withPasskey, 'auth.signInWithPasskey', { response });
  expect(signedIn).toMatchObject({ user_data: { uid } });
  const body = '{"phone":"2025550144"}';
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  const optedOut = await fetch(optOut.url.replace(SITE, hark.baseUrl), {
    method: 'POST',
    headers: { 'Hark-Signature': signatureOf(optOut.secret, seconds, Buffer.from(body)) },
    body,
  });
  const stop = await fetch(`${hark.baseUrl}${stopPath}`);
  // 400: the path is accepted, and this report is malformed.
  const callbacks = await Promise.all(
    accepted.map(async (secret) => {
      const path = `/webhooks/carrier/${deriveSecret(secret, 'carrier callback')}`;
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${hark.baseUrl}${path}`, { method: 'POST', headers, body: '{}' })).status;
    }),
  );
  expect([login.status, optedOut.status, stop.status, ...callbacks]).toEqual([
    200,
    200,
    200,
    ...accepted.map(() => 400),
  ]);
  return [withCode.cookie(), withPasskey.cookie()];
}

async function expectSignedIn(hark: TestHark, sessions: readonly string[]): Promise<void> {
  for (const cookie of sessions)
    expect((await fetch(`${hark.baseUrl}/users/user-info/`, { headers: { cookie } })).status).toBe(200);
}

/** Returns the names of the keys that have encrypted what is stored, each with the collection. */
async function sealingKeys(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { collectionName } of (await connection.db?.collections()) ?? []) {
    for await (const document of connection.collection(collectionName).find())
      for (const [, name = ''] of JSON.stringify(document).matchAll(SEALED))
        names.add(`${name} of ${collectionName}`);
  }
  return names;
}

test(
  'a rotation in the documented order signs nobody out and refuses nothing, in every step at every process',
  async () => {
    let owner: Awaited<ReturnType<typeof newOwner>> | undefined;
    const sessions: string[] = [];
    /** Uses everything at both processes, with all sessions of both. */
    const step = async (one: string, other: string, accepted: readonly string[]) => {
      await withProcesses([{ secrets: one }, { secrets: other }], async (processes) => {
        const [first] = processes;
        if (first === undefined) throw new Error('no process');
        owner ??= await newOwner(first);
        if (sessions.length === 0) sessions.push(owner.session);
        for (const hark of processes) sessions.push(...(await useAll(hark, owner, accepted)));
        for (const hark of processes) await expectSignedIn(hark, sessions);
      });
    };
    // Every process accepts what any other one signs with.
    await step(OLD, OLD, [OLD]);
    const before = await sealingKeys();
    // Of the second factor, of the webhook for opt-outs and of an endpoint.
    expect(before.size).toBe(3);
    await step(`${OLD},${NEW}`, OLD, [OLD]);
    await step(`${OLD},${NEW}`, `${OLD},${NEW}`, [OLD, NEW]);
    await step(`${NEW},${OLD}`, `${OLD},${NEW}`, [OLD, NEW]);
    // A worker executes what is due by the real time.
    clock.shift(0);
    await withProcesses([{ secrets: `${NEW},${OLD}`, role: 'all', sweeps: true }], () =>
      until('everything to be encrypted again', TIMEOUT_MS, async () => {
        return [...(await sealingKeys())].every((name) => !before.has(name));
      }).then(() => undefined),
    );
    await step(`${NEW},${OLD}`, `${NEW},${OLD}`, [OLD, NEW]);
    // 48 hours later: every session of before has ended, by its own time.
    sessions.splice(0, sessions.length - 4);
    await step(NEW, `${NEW},${OLD}`, [NEW]);
    await step(NEW, NEW, [NEW]);
  },
  TIMEOUT_MS,
);
