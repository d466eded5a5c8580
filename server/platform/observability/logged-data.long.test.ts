import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/platform/lib/log.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { until } from '#server/testing/crash/until.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

const PEOPLE = ['Zebulon', 'Quackenbush', 'zebulon.q@customers.example', '2025550102', '2025550103'];
const CSV = [
  'FirstName,LastName,PhoneNumber,RecommendedPhone,Address,City,State,Zipcode,Email',
  'Zebulon,Quackenbush,2025550102,2025550102,1 Elm St,Miami,FL,33101,zebulon.q@customers.example',
  'Zebulon,Quackenbush,2025550103,2025550103,1 Elm St,Miami,FL,33101,zebulon.q@customers.example',
].join('\n');

const lines: string[] = [];
const captured = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

let hark: TestHark;
let user: Subscriber;

beforeAll(async () => {
  hark = await startHark({}, undefined, { log: createLogger('trace', captured) });
  user = await newSubscriber(hark, 'Roof check');
}, 90_000);

afterAll(async () => {
  await hark.stop();
});

test('logs no person, number, address, password, session, key or secret', async () => {
  const { client, campaignId, email } = user;
  await client.post('/contacts/add-new-contact/', { campaign_id: campaignId, FirstName: PEOPLE[0] });
  await fetch(`${hark.baseUrl}/contacts/csv-upload/${campaignId}/`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie: client.cookie() },
    body: CSV,
  });
  const key = await client.post('/trpc/apiKeys.create', {
    name: 'ours',
    scope: 'full',
    expires_in_days: null,
  });
  await client.post('/login/', { email, password: 'wrong horse' });
  await client.post('/register/', { email, password: 'correct horse', display_name: 'Ana Ortiz' });
  await client.get(`/api/suppressions/?phone=%2B1${PEOPLE[3] ?? ''}&email=${PEOPLE[2] ?? ''}`);
  await client.post(`/api/campaigns/create/`, {
    campaign_name: { $gt: '' },
    contacts: [{ first_name: PEOPLE[0] }],
  });
  await client.post(`/api/campaigns/${campaignId}/execute/`, { force: true });
  await until('the campaign to end', 25_000, async () => {
    const { status } = expectOk(await client.get(`/api/campaigns/${campaignId}/status/`));
    return ['Success', 'Failed'].includes(String(status));
  });
  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(20);
  const secrets = [
    ...PEOPLE,
    ...[email, 'correct horse', 'wrong horse', 'Ana Ortiz', '212555', client.cookie().split('=')[1] ?? ''],
    ...(JSON.stringify(key.body).match(/hark_\w+/g) ?? expect.fail('no key was made')),
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/(sk|whsec)_(test|local|live)|_secret_[A-Za-z0-9]{6}|webhooks\/carrier\/[\w-]{8}/);
});

test('follows a request by its id into its jobs', async () => {
  const requestId = 'edge-7f3a9c2e41';
  const response = await fetch(`${hark.baseUrl}/api/campaigns/${user.campaignId}/retry-voicemails/`, {
    method: 'POST',
    headers: { cookie: user.client.cookie(), 'x-request-id': requestId },
  });
  expect(response.headers.get('x-request-id')).toBe(requestId);
  await until('a line of the request', 5_000, () => lines.some((line) => line.includes(requestId)));
  for (const forged of ['short', '12025550101', 'a b c d e f g h', `x${'y'.repeat(80)}`]) {
    const other = await fetch(`${hark.baseUrl}/healthz`, { headers: { 'x-request-id': forged } });
    expect(other.headers.get('x-request-id')).not.toBe(forged);
    expect(other.headers.get('x-request-id')).toMatch(/^\w{20,}$/);
  }
});
