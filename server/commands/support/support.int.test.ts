import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { runBuilt } from '#server/testing/crash/run-built.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import type { AccountReport } from './read-account.ts';

let script: string;
let hark: TestHark;
let user: Subscriber;
let key: string;
let connection: Awaited<ReturnType<typeof connectDatabase>>;

beforeAll(async () => {
  ({ support: script } = await buildHark());
  hark = await startHark();
  connection = await connectDatabase(hark.mongodbUri);
  user = await newSubscriber(hark, 'Spring \u001B[2J sale');
  const made = await user.client.post('/trpc/apiKeys.create', {
    name: 'Zapier',
    scope: 'read',
    expires_in_days: null,
  });
  ({ key } = (made.body['result'] as { data: { key: string } }).data);
}, 120_000);
afterAll(async () => {
  await connection.close();
  await hark.stop();
});

/** Runs `npm run support -- …` in its own process, beside the running Hark. */
const support = (...args: string[]) => runBuilt(script, hark.mongodbUri, args);

test('shows the state of an account as JSON, without contacts and secrets', { timeout: 60_000 }, async () => {
  const { code, out, err } = await support('show', user.email.toUpperCase(), '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const report = JSON.parse(out) as AccountReport;
  expect(report).toMatchObject({
    worker_up: true,
    account: { uid: user.uid, email: user.email, name: 'Ana Ortiz' },
    plan: { name: 'Launch', status: 'active', cancel_at_period_end: false },
    campaigns: {
      by_status: [{ status: 'Scheduled', campaigns: 1, delivered: 0 }],
      latest: [{ id: user.campaignId, status: 'Scheduled', delivered: 0 }],
    },
    holds: { open: [{ campaign_id: user.campaignId }], other: 0 },
    voices: [{ id: user.voiceId, title: 'Ana, warm', state: 'active' }],
    api_keys: [{ name: 'Zapier', scope: 'read', last_used_at: null }],
  });
  const [hold] = report.holds.open;
  expect(hold?.calls).toBe(report.campaigns.latest[0]?.total);
  expect(hold?.credits).toBe(report.credits.held);
  expect(report.events.map(({ type, detail }) => [type, detail])).toEqual(
    expect.arrayContaining([
      ['api_key_created', 'Zapier'],
      ['plan_started', 'Launch'],
    ]),
  );

  const contacts = await connection.collection('contacts').find({ campaignId: user.campaignId }).toArray();
  expect(contacts).not.toEqual([]);
  for (const { phone } of contacts) expect(out).not.toContain(String(phone));
  expect(out).not.toContain(key.slice(0, 12));
});

test('shows the same as tables that cannot change the terminal', { timeout: 60_000 }, async () => {
  const { code, out, err } = await support('show', user.email);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`Account  ${user.email} (uid ${user.uid})\n`);
  expect(out).toMatch(/^Plan {5}Launch, active, renews 2\d{3}-/m);
  expect(out).toMatch(/^STATUS +CAMPAIGNS +CALLS +DELIVERED +FAILED$/m);
  expect(out).toMatch(/^Open holds$/m);
  expect(out).toMatch(/^Last errors: none$/m);
  expect(out).not.toContain('\u001B');
});

test('names what failed', { timeout: 60_000 }, async () => {
  const campaigns = connection.collection<{ _id: string }>('campaigns');
  await connection.collection<{ _id: string; [field: string]: unknown }>('webhook_endpoints').insertOne({
    _id: 'we_1',
    uid: user.uid,
    slot: 0,
    url: 'https://crm.example.com/hook?token=hidden',
    events: [],
    secrets: [],
    description: '',
    createdAt: new Date(),
    disabledReason: 'failing',
    failingSince: new Date(),
  });
  const failed = { statusReason: 'The voice is gone', outcomes: { '4006': { calls: 1200, retryable: 0 } } };
  await campaigns.updateOne({ _id: user.campaignId }, { $set: failed });
  const voices = connection.collection<{ _id: string }>('voices');
  await voices.updateOne({ _id: user.voiceId }, { $set: { clone: { count: 1, failure: 'Too short' } } });
  const { out } = await support('show', user.email);
  expect(out).toMatch(/campaign "Spring .* sale" +paused: The voice is gone$/m);
  expect(out).toMatch(/crm\.example\.com +off \(failing\)/);
  expect(out).not.toContain('hidden');
  expect(out).toMatch(/failed calls: 4006 1,200$/m);
  expect(out).toMatch(/voice "Ana, warm" +cannot be cloned: Too short$/m);
});

test('an unknown address is one line and exit code 2', { timeout: 60_000 }, async () => {
  const nobody = await support('show', 'nobody@example.com');
  expect(nobody).toEqual({
    code: 2,
    out: '',
    err: 'No user has the e-mail address nobody@example.com.\n',
  });
});
