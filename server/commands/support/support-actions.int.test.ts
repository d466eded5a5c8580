import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { parseEnv } from '#server/app/env/env.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { runBuilt } from '#server/testing/crash/run-built.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { commandFeatures, runCommand } from './run-command.ts';
import { readCommand } from './usage.ts';

let script: string;
let hark: TestHark;
let user: Subscriber;
let connection: Awaited<ReturnType<typeof connectDatabase>>;

beforeAll(async () => {
  ({ support: script } = await buildHark());
  hark = await startHark();
  connection = await connectDatabase(hark.mongodbUri);
  user = await newSubscriber(hark, 'Spring sale');
}, 120_000);
afterAll(async () => {
  await connection.close();
  await hark.stop();
});

/** Does what `npm run support -- …` does beside the running Hark, in this process. */
async function support(...args: string[]): Promise<string> {
  const command = readCommand(args);
  const env = parseEnv({ DATA_DIR: hark.dataDir, LOG_LEVEL: 'silent' });
  const own = await connectDatabase(hark.mongodbUri);
  const features = await commandFeatures(env, own, command);
  try {
    return (await runCommand(features, own, command)).join('\n');
  } finally {
    await features.credits.close();
    await own.close();
  }
}
const readyz = async () => (await fetch(`${hark.baseUrl}/readyz`)).json() as Promise<unknown>;
const callingOf = async (who: Subscriber) => {
  const { body } = await who.client.get('/trpc/calling.status');
  return (body['result'] as { data: unknown }).data;
};
const historyOf = async (who: Subscriber) => {
  const { body } = await who.client.get('/trpc/accountEvents.list?input={}');
  const { events } = (body['result'] as { data: { events: { type: string; detail: string | null }[] } }).data;
  return events.filter(({ type }) => type === 'support_action').map(({ detail }) => detail);
};
const signIn = ({ email }: { email: string }) =>
  hark.newClient().post('/login/', { email, password: 'correct horse' });
/** How many mails a user was sent, or that wait for the workers, which send them within a minute. */
async function mailsFor({ email }: Subscriber): Promise<number> {
  const sent = await connection.collection('local_outbox').countDocuments({ to: email });
  return sent + (await connection.collection('queued_mails').countDocuments());
}

test('all calls are stopped and go on, which readiness and screens say', { timeout: 60_000 }, async () => {
  const stopped = await runBuilt(script, hark.mongodbUri, ['stop-calling', '--reason', 'Complaints']);
  expect(stopped).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^All calls are st/) as string,
  });
  expect(await readyz()).toEqual({ status: 'ok', down: [], calling: 'stopped' });
  expect(await callingOf(user)).toEqual({ stopped: true, suspended: false });
  expect(await support('stop-calling', '--reason', 'Again')).toMatch(/stopped before: .*Complaints/);
  const processes = connection.collection<{ _id: string }>('processes');
  const old = { role: 'worker', host: 'left', pid: 7, version: 4, seenAt: new Date(Date.now() + 60_000) };
  await processes.insertOne({ _id: 'old', ...old });
  expect(await support('stop-calling', '--reason', 'Again')).toMatch(/NOT by the worker process 7 on left/);
  await processes.deleteOne({ _id: 'old' });
  expect(await support('show', user.email)).toMatch(/^All calls are stopped since 2.* by .*: Complaints$/m);
  expect(await support('resume-calling', '--reason', 'Solved')).toMatch(/^Calls go on/);
  expect(await readyz()).toEqual({ status: 'ok', down: [] });
  expect(await support('resume-calling', '--reason', 'Solved')).toMatch(/were not stopped/);
  expect(await callingOf(user)).toEqual({ stopped: false, suspended: false });
});

test('an account is suspended and released; its owner is told, and reads why', async () => {
  const mails = await mailsFor(user);
  expect(await support('suspend', user.email, '--reason', 'No consent')).toMatch(/is suspended/);
  expect(await callingOf(user)).toEqual({ stopped: false, suspended: true });
  const started = await user.client.post(`/api/campaigns/${user.campaignId}/execute/`, { force: true });
  expect(started.status).toBe(403);
  expect(await support('suspend', user.email, '--reason', 'Twice')).toMatch(/suspended before/);
  expect(await support('show', user.email)).toMatch(/^The account is suspended since 2/m);
  expect(await support('release', user.email, '--reason', 'Shown')).toMatch(/is released/);
  expect(await callingOf(user)).toEqual({ stopped: false, suspended: false });
  expect(await historyOf(user)).toEqual(
    expect.arrayContaining(['Account suspended · No consent', 'Account released · Shown']),
  );
  expect(await mailsFor(user)).toBeGreaterThanOrEqual(mails + 2);
});

test('without the secret of Hark nothing is changed, as the mail could not be read', async () => {
  const command = readCommand(['suspend', user.email, '--reason', 'x']);
  const env = parseEnv({ DATA_DIR: `${hark.dataDir}/none` });
  await expect(commandFeatures(env, connection, command)).rejects.toThrow('SESSION_SECRET');
});

test('an address is confirmed once', async () => {
  const { email, uid } = await hark.newUser();
  const users = connection.collection<{ _id: string }>('users');
  await users.updateOne({ _id: uid }, { $unset: { emailVerifiedAt: 1 } });
  expect(await support('confirm', email, '--reason', 'Mails bounce')).toMatch(/is confirmed/);
  expect(await support('confirm', email, '--reason', 'Mails bounce')).toMatch(/confirmed before/);
});

test('a second factor that is off cannot be reset', async () => {
  expect(await support('reset-factor', user.email, '--reason', 'Lost')).toMatch(/has no second factor/);
  expect(await support('keep-factor', user.email, '--reason', 'Found')).toMatch(/was not to be removed/);
});

test('an account is deleted on request, with its running campaigns only if that is said', async () => {
  const leaving = await newSubscriber(hark, 'Last one');
  await leaving.client.post(`/api/campaigns/${leaving.campaignId}/pause/`);
  const asked = ['delete', leaving.email, '--reason', 'Asked by letter'];
  await expect(support(...asked)).rejects.toThrow('"Last one" (Paused)');
  expect((await signIn(leaving)).status).toBe(200);
  expect(await support(...asked, '--stop-campaigns')).toMatch(/is being deleted/);
  expect((await leaving.client.get('/users/user-info/')).status).toBe(401);
  expect((await signIn(leaving)).status).toBe(401);
  const deletions = connection.collection<{ _id: string }>('account_deletions');
  expect(await deletions.findOne({ _id: leaving.uid })).toMatchObject({
    recipient: { email: leaving.email },
  });
  await deletions.updateOne({ _id: leaving.uid }, { $set: { unfinished: ['voices', 'speech'] } });
  expect(await support('show', leaving.email)).toMatch(
    /^The account is being erased since 2.*: voices, speech\.$/m,
  );
});
