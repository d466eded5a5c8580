import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { createAuditSources } from '#server/app/database/audit.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { DELETION_DUTY } from './deletion-deps.ts';
import { startDeletionProcesses, type DeletionProcesses } from './testing/deletion-processes.ts';

let hark: TestHark;
let processes: DeletionProcesses;
beforeAll(async () => {
  // Without sweeps, so that only the processes of these tests delete.
  hark = await startHark({}, undefined, { sweeps: false });
  processes = await startDeletionProcesses(hark);
});
afterAll(async () => {
  await processes.stop();
  await hark.stop();
});

const PASSWORD = 'correct horse';
const trpc = (user: Subscriber, procedure: string, input: unknown) =>
  user.client.post(`/trpc/${procedure}`, input);

/** Sends the campaign of a subscriber to its end, and fills what else an account may hold. */
async function fill(user: Subscriber): Promise<void> {
  await user.client.post(`/api/campaigns/${user.campaignId}/execute/`, { force: true });
  await vi.waitFor(
    async () => {
      const { body } = await user.client.get(`/api/campaigns/${user.campaignId}/`);
      expect((body['campaign'] as { status: string }).status).toBe('Success');
    },
    { timeout: 30_000, interval: 200 },
  );
  await trpc(user, 'apiKeys.create', { name: 'Zapier', scope: 'full', expires_in_days: null });
  await trpc(user, 'suppressions.add', { phone: '2025550143' });
  await trpc(user, 'auth.beginSecondFactor', {});
  const { body } = await trpc(user, 'auth.beginPasskey', {});
  const { data } = body['result'] as {
    data: Parameters<ReturnType<typeof createAuthenticator>['create']>[0];
  };
  const authenticator = createAuthenticator(hark.baseUrl.replace('127.0.0.1', 'localhost'));
  const passkey = { name: 'Laptop', response: authenticator.create(data) };
  expect((await trpc(user, 'auth.addPasskey', passkey)).status).toBe(200);
  await user.client.post('/password-reset/', { email: user.email });
  await previewMessage(user);
  await trpc(user, 'accountExport.request', {});
  await processes.makeExports();
  expect(await objectsLeft()).toContain('hark-data.zip');
  await fetch(`${hark.baseUrl}/api/campaigns/create/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'again',
      cookie: user.client.cookie(),
    },
    body: JSON.stringify({ ...(await draftOf(user)), campaign_name: 'Next month' }),
  });
  expect(await documentsNaming(user)).not.toEqual([]);
  expect(await recordingsLeft()).not.toEqual([]);
}

/** Has a message spoken that is not a campaign's. */
async function previewMessage(user: Subscriber): Promise<void> {
  const { contacts, voice_id } = await draftOf(user);
  const input = { voice_id, message: 'Not sent', contact: contacts[0] };
  const { body } = await trpc(user, 'previews.begin', input);
  const { id } = (body['result'] as { data: { preview: { id: string } } }).data.preview;
  await vi.waitFor(
    async () => {
      const heard = await user.client.get(`/api/previews/${id}/`);
      expect(heard.body).toMatchObject({ preview: { status: 'ready' } });
    },
    { timeout: 10_000, interval: 100 },
  );
}

/** Leaves a message on a phone of the user, and has a code spoken to another one. */
async function placeTestDrop({ uid, client, voiceId }: Subscriber): Promise<void> {
  const connection = await connectDatabase(hark.mongodbUri);
  const profiles = connection.collection<{ _id: string }>('calling_profiles');
  await profiles.updateOne({ _id: uid }, { $set: { testPhone: '12025573097' } });
  await connection.close();
  const { body } = await client.post('/api/test-drops/', { voice_id: voiceId, message: 'Hello' });
  const { id } = body['test_drop'] as { id: string };
  await vi.waitFor(
    async () => {
      const found = await client.get(`/api/test-drops/${id}/`);
      expect(found.body).toMatchObject({ test_drop: { status: 'delivered' } });
    },
    { timeout: 20_000, interval: 200 },
  );
  const code = { phone: '12025573098', voice_id: voiceId };
  expect((await client.post('/api/test-drops/phone/', code)).status).toBe(200);
}

async function draftOf({ voiceId }: Subscriber) {
  const { demoContacts } = await import('#server/app/seed/demo-data.ts');
  return {
    campaign_name: 'Another',
    drop_date: new Date(Date.now() + DAY_MS).toISOString(),
    message: 'Hello {first_name}',
    voice_id: voiceId,
    contacts: demoContacts(3, 212, 0),
  };
}

/** Returns the documents of any collection that name the user, but for the emulators and the kept billing records. */
async function documentsNaming({ uid, email }: Pick<Subscriber, 'uid' | 'email'>): Promise<string[]> {
  const connection = await connectDatabase(hark.mongodbUri);
  const collections = (await connection.db?.listCollections().toArray()) ?? [];
  const found: string[] = [];
  for (const { name } of collections) {
    if (name.startsWith('local_') || name === 'job_notices') continue;
    for (const document of await connection.collection(name).find().toArray()) {
      const text = JSON.stringify(document);
      if (text.includes(email) || (text.includes(uid) && !name.startsWith('billing_')))
        found.push(`${name}: ${text}`);
    }
  }
  await connection.close();
  return found;
}

/** Holds what outlives accounts: the mark of the database, and the list of erasures. */
const LASTING = new Set(['retention', 'erasures']);

/** Returns the names of the objects, but for those that outlive accounts. */
async function objectsLeft(): Promise<string[]> {
  const files = await readdir(join(hark.dataDir, 'objects'), { recursive: true, withFileTypes: true });
  return files
    .filter(({ name, parentPath }) => !LASTING.has(basename(parentPath)) && !name.startsWith('.'))
    .flatMap((file) => (file.isFile() ? [file.name] : []));
}

/** Returns the files of the recordings at the local carrier. */
function recordingsLeft(): Promise<string[]> {
  return readdir(join(hark.dataDir, 'carrier', 'media'));
}

async function expectErased(user: Subscriber & { streamId: string }): Promise<void> {
  expect(await documentsNaming(user)).toEqual([]);
  expect(await objectsLeft()).toEqual([]);
  // A process that died may have left them to the clean-up.
  await processes.cleanUp();
  expect(await recordingsLeft()).toEqual([]);
  const connection = await connectDatabase(hark.mongodbUri);
  const report = await auditOf(connection, user.streamId, createAuditSources(connection).lasting);
  await connection.close();
  expect(report.events).toBeGreaterThan(0);
  expect(report).toMatchObject({ differences: [], inProgress: [] });
  expect(await processes.balance(user.streamId)).toMatchObject({ held: 0 });
}

const signInStatus = async ({ email }: { email: string }) =>
  (await hark.newClient().post('/login/', { email, password: PASSWORD })).status;

test('an account is whole until it is marked and wholly gone in the end, whenever its process dies', async () => {
  const user = { ...(await newSubscriber(hark, 'Spring')), streamId: '' };
  user.streamId = await processes.streamIdOf(user.uid);
  await fill(user);
  let marked = false;
  let deaths = 0;
  for (let complete = false; !complete && deaths < 400;) {
    const dying = await processes.start({ diesAfterWrites: deaths + 1 });
    complete = await (marked
      ? dying.sweep()
      : dying.request(user, { email: user.email, password: PASSWORD }));
    await dying.stop();
    if (!complete) deaths += 1;
    marked ||= (await signInStatus(user)) === 401;
    // Before the mark nothing is changed.
    if (!marked) expect((await user.client.get(`/api/campaigns/${user.campaignId}/`)).status).toBe(200);
  }
  expect(deaths).toBeGreaterThan(20);
  await processes.completeDeletions();
  await expectErased(user);
  expect((await user.client.get('/users/user-info/')).status).toBe(401);
  expect(processes.mailsTo(user.email)).toEqual([
    'Your Hark account is being deleted',
    'Your Hark account was deleted',
  ]);
  expect(processes.deletedClones.size).toBe(1);
}, 120_000);

test('a request closes the account, and leaves erasing it to a worker, at once', async () => {
  const user = { ...(await newSubscriber(hark, 'Left to a worker')), streamId: '' };
  user.streamId = await processes.streamIdOf(user.uid);
  const web = await processes.start();
  await web.ask(user, { email: user.email, password: PASSWORD });
  expect(web.triggered).toEqual([DELETION_DUTY]);
  expect(await signInStatus(user)).toBe(401);
  await web.stop();
  // The user record, whose stream this is, is erased last.
  expect(await processes.streamIdOf(user.uid)).toBe(user.streamId);
  const worker = await processes.start();
  await worker.sweep();
  await worker.stop();
  expect(await processes.streamIdOf(user.uid)).toBe('');
});

test('what a request begins while the account is closing does not survive it', async () => {
  const user = { ...(await newSubscriber(hark, 'Due now')), streamId: '' };
  user.streamId = await processes.streamIdOf(user.uid);
  const process = await processes.start();
  await process.mark(user, { email: user.email, password: PASSWORD });
  // The process died right after the mark, and ended no session.
  const started = await user.client.post(`/api/campaigns/${user.campaignId}/execute/`, { force: true });
  expect(started.status).toBe(401);
  const created = await user.client.post('/api/campaigns/create/', await draftOf(user));
  expect(created.status).toBe(401);
  const key = await trpc(user, 'apiKeys.create', { name: 'Late', scope: 'full', expires_in_days: null });
  expect(key.status).toBe(401);
  expect(await signInStatus(user)).toBe(401);
  await user.client.post('/password-reset/', { email: user.email });
  await trpc(user, 'suppressions.add', { phone: '2025550144' });
  await process.stop();
  await processes.completeDeletions();
  await expectErased(user);
}, 60_000);

test('test drops, a phone that awaits its code and the webhook are erased too', async () => {
  const user = { ...(await newSubscriber(hark, 'Tested')), streamId: '' };
  user.streamId = await processes.streamIdOf(user.uid);
  expect((await trpc(user, 'optOuts.renewWebhookSecret', {})).status).toBe(200);
  await placeTestDrop(user);
  const held = (await documentsNaming(user)).map((text) => text.split(':')[0]);
  expect(held).toEqual(expect.arrayContaining(['opt_out_webhooks', 'test_phones', 'test_drop_counts']));
  const process = await processes.start();
  expect(await process.request(user, { email: user.email, password: PASSWORD })).toBe(true);
  await process.stop();
  await processes.completeDeletions();
  await expectErased(user);
}, 60_000);

test('is refused while a campaign is running, naming it, and for a wrong password or address', async () => {
  const user = await newSubscriber(hark, 'Paused one');
  await user.client.post(`/api/campaigns/${user.campaignId}/pause/`);
  const request = (input: object) =>
    trpc(user, 'accountDeletion.request', { email: user.email, password: PASSWORD, ...input });
  const running = await request({});
  expect(running.status).toBe(409);
  expect(JSON.stringify(running.body)).toContain('\\"Paused one\\" (Paused)');
  const connection = await connectDatabase(hark.mongodbUri);
  const campaigns = connection.collection<{ _id: string; status: string }>('campaigns');
  for (const status of ['Sending', 'Preparing', 'Paused']) {
    await campaigns.updateOne({ _id: user.campaignId }, { $set: { status } });
    expect(JSON.stringify(await request({}))).toContain(`(${status})`);
  }
  await connection.close();
  for (const [input, field] of [
    [{ password: 'a guess' }, 'password'],
    [{ email: 'other@example.com' }, 'email'],
    [{ email: { $gt: '' } }, 'email'],
  ] as const) {
    const { status, body } = await request(input);
    expect(status).toBe(400);
    const { error } = body as { error: { data: { details: { fields: object } } } };
    expect(Object.keys(error.data.details.fields)).toEqual([field]);
  }
  expect((await user.client.get(`/api/campaigns/${user.campaignId}/`)).status).toBe(200);
});

test('of two requests at once one closes the account, and the address can be registered again', async () => {
  const user = await hark.newUser();
  const proof = { email: ` ${user.email.toUpperCase()} `, password: PASSWORD };
  const results = await Promise.all(
    [1, 2].map(() => user.client.post('/trpc/accountDeletion.request', proof)),
  );
  const statuses = results.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect(statuses[1]).not.toBe(200);
  await processes.completeDeletions();
  expect(await documentsNaming(user)).toEqual([]);
  const again = { email: user.email, password: PASSWORD, display_name: 'Ana' };
  expect((await hark.newClient().post('/register/', again)).status).toBe(201);
});

test('an erasure that took days is reported although the mail server does not take the mail at once', async () => {
  const user = await newSubscriber(hark, 'Long ago');
  const account = { uid: user.uid, streamId: await processes.streamIdOf(user.uid) };
  const web = await processes.start();
  await web.ask(account, { email: user.email, password: PASSWORD });
  await web.stop();
  for (const takesMails of [false, true]) {
    const worker = await processes.start({ laterMs: 4 * DAY_MS, takesMails });
    await worker.sweep();
    await worker.stop();
  }
  expect(processes.mailsTo(user.email)).toContain('Your Hark account was deleted');
});
