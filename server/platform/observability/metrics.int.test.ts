import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { listen, urlOf, type Listener } from '#server/platform/http/listen.ts';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import { METRICS } from '#server/platform/lib/observability/metric-catalogue.ts';
import { createUpkeepModel, UpkeepStore } from '#server/platform/observability/upkeep/upkeep-store.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { until } from '#server/testing/crash/until.ts';
import { startWebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { parseMetrics, sumOf, type Sample } from './testing/parse-metrics.ts';

const CAMPAIGN = 'Spring offer';

let hark: TestHark;
let listener: Listener;
let user: Subscriber;
/** What is scraped before anything has happened. */
let started: Sample[];

async function scrape(): Promise<Sample[]> {
  const response = await fetch(`${urlOf('127.0.0.1', listener.port)}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return parseMetrics(await response.text());
}

beforeAll(async () => {
  hark = await startHark({ METRICS_PORT: '0' });
  listener = await listen(0, '127.0.0.1');
  if (hark.composition.metricsApp !== undefined) listener.serve(hark.composition.metricsApp);
  started = await scrape();
  user = await newSubscriber(hark, CAMPAIGN);
}, 90_000);

afterAll(async () => {
  await listener.close();
  await hark.stop();
});

test('names the release, its commit and the Node that run', async () => {
  expect((await scrape()).filter(({ name }) => name === 'hark_build_info')).toEqual([
    { name: 'hark_build_info', labels: { ...BUILD_INFO }, value: 1 },
  ]);
});

test.each([
  ['hark_calls_ended_total', { outcome: 'failed', reason: '4005' }],
  ['hark_campaigns_paused_total', { cause: 'account' }],
  ['hark_drop_reports_total', { outcome: 'success' }],
  ['hark_http_request_duration_seconds_count', { route: '/webhooks/carrier/:secret', status: '503' }],
  ['hark_http_request_duration_seconds_count', { route: '/webhooks/stripe/', status: '500' }],
  ['hark_job_duration_seconds_count', { job_name: 'settle-campaign', outcome: 'failed' }],
  ['hark_job_duration_seconds_count', { job_name: 'list-payment-events', outcome: 'failed' }],
  ['hark_ledger_refusals_total', { reason: 'ExceedsHold' }],
  ['hark_provider_request_duration_seconds_count', { operation: 'place', outcome: 'unavailable' }],
  ['hark_provider_request_duration_seconds_count', { provider: 'speech', outcome: 'account' }],
])('%s exists at zero before the first %o', (name, labels) => {
  const series = started.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  expect(series.length).toBeGreaterThan(0);
  expect(sumOf(series, name)).toBe(0);
});

test('counts what a campaign did', async () => {
  const { client, campaignId } = user;
  await client.post(`/api/campaigns/${campaignId}/execute/`, { force: true });
  const status = async () => expectOk(await client.get(`/api/campaigns/${campaignId}/status/`));
  await until('the campaign to end', 25_000, async () =>
    ['Success', 'Failed'].includes(String((await status())['status'])),
  );
  const { delivered, failed, total } = await status();
  const samples = await scrape();
  expect(sumOf(samples, 'hark_drops_placed_total')).toBe(total);
  expect(sumOf(samples, 'hark_drop_placement_duration_seconds_count')).toBe(total);
  expect(sumOf(samples, 'hark_calls_ended_total')).toBe(total);
  expect(sumOf(samples, 'hark_calls_ended_total', { outcome: 'success' })).toBe(delivered);
  expect(sumOf(samples, 'hark_calls_ended_total', { outcome: 'failed' })).toBe(failed);
  expect(sumOf(samples, 'hark_drop_reports_total')).toBeGreaterThanOrEqual(Number(total));
  const placements = { provider: 'carrier', operation: 'place', outcome: 'accepted' };
  expect(sumOf(samples, 'hark_provider_request_duration_seconds_count', placements)).toBe(total);
  // A grant, a hold, a deduct and a release at least.
  expect(sumOf(samples, 'hark_ledger_appended_events_total')).toBeGreaterThanOrEqual(3);
  // An event whose version or key was taken is in a group and not appended.
  expect(sumOf(samples, 'hark_ledger_group_events_sum')).toBeGreaterThanOrEqual(
    sumOf(samples, 'hark_ledger_appended_events_total'),
  );
  expect(
    sumOf(samples, 'hark_job_duration_seconds_count', { job_name: 'run-campaign', outcome: 'finished' }),
  ).toBeGreaterThan(0);
  expect(
    sumOf(samples, 'hark_database_command_duration_seconds_count', { command: 'insert' }),
  ).toBeGreaterThan(0);
});

test('measures the disks, the clock and what operators did last', async () => {
  const before = await scrape();
  for (const disk of ['data', 'database']) {
    const [free, size] = ['hark_disk_free_bytes', 'hark_disk_size_bytes'].map((name) =>
      sumOf(before, name, { disk }),
    );
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(Number(free));
  }
  expect(Math.abs(sumOf(before, 'hark_clock_ahead_seconds'))).toBeLessThan(1);
  expect(sumOf(before, 'hark_last_backup_timestamp_seconds')).toBe(0);
  const connection = await connectDatabase(hark.mongodbUri);
  const upkeep = new UpkeepStore(createUpkeepModel(connection));
  await upkeep.recordBackup(new Date('2026-02-02T00:00:00Z'));
  await upkeep.recordBackup(new Date('2026-01-01T00:00:00Z'));
  await upkeep.recordAudit(new Date(), 3);
  await connection.close();
  const samples = await scrape();
  expect(sumOf(samples, 'hark_last_backup_timestamp_seconds')).toBe(Date.parse('2026-02-02') / 1_000);
  // Only where there is a bucket of copies, as the alert would fire.
  expect(samples.map(({ name }) => name)).not.toContain('hark_last_copy_timestamp_seconds');
  expect(sumOf(samples, 'hark_audit_differences')).toBe(3);
});

test('measures how long the account that was closed first waits to be erased', async () => {
  expect(sumOf(await scrape(), 'hark_deletion_wait_seconds')).toBe(0);
  const connection = await connectDatabase(hark.mongodbUri);
  const users = connection.collection<{ _id: string }>('users');
  const closed = (_id: string, days: number) => ({
    _id,
    emailLower: _id,
    closingAt: new Date(Date.now() - days * DAY_MS),
  });
  await users.insertMany([closed('later', 1), closed('first', 4)]);
  const seconds = sumOf(await scrape(), 'hark_deletion_wait_seconds');
  expect(Math.floor((seconds * 1_000) / DAY_MS)).toBe(4);
  await users.deleteMany({ _id: { $in: ['later', 'first'] } });
  await connection.close();
});

test('counts the requests to endpoints of integrators by what they responded', async () => {
  const receiver = await startWebhookReceiver();
  receiver.respond(({ path }, res) => void res.writeHead(path === '/refuses' ? 500 : 200).end());
  const sent = { delivered: 0, refused: 0 };
  const countsOf = async () => {
    const samples = await scrape();
    const name = 'hark_webhook_request_duration_seconds_count';
    const of = (outcome: string) => sumOf(samples, name, { outcome });
    return { delivered: of('delivered'), refused: of('refused') };
  };
  for (const [path, outcome] of [
    ['/takes', 'delivered'],
    ['/refuses', 'refused'],
  ] as const) {
    const body = { url: receiver.url(path), events: ['suppression.added'] };
    const { webhook } = expectOk(await user.client.post('/api/webhooks/', body));
    const { id } = webhook as { id: string };
    expectOk(await user.client.post(`/api/webhooks/${id}/test/`));
    sent[outcome] += 1;
    await until(`one ${outcome}`, 15_000, async () => (await countsOf())[outcome] === sent[outcome]);
  }
  expect(await countsOf()).toEqual(sent);
  expect(sumOf(await scrape(), 'hark_webhook_wait_seconds_count')).toBe(2);
  await receiver.close();
});

test('names requests by their route and procedures by their name', async () => {
  const { client, campaignId } = user;
  await client.get(`/api/campaigns/${campaignId}/status/`);
  await Promise.all(
    ['/no/such/path', '/WebHooks/carrier/%2e%2e/x', '/api/%ff', `/stop/${user.uid}`, '/trpc/no.such'].map(
      (path) => fetch(`${hark.baseUrl}${path}`),
    ),
  );
  const samples = await scrape();
  const route = '/api/campaigns/:id/status';
  const name = 'hark_http_request_duration_seconds_count';
  expect(sumOf(samples, name, { method: 'GET', route, status: '200' })).toBeGreaterThan(0);
  expect(sumOf(samples, 'hark_procedure_duration_seconds_count', { code: 'OK' })).toBeGreaterThan(0);
  const routes = new Set(
    samples.filter((sample) => sample.name === name).map(({ labels }) => labels['route']),
  );
  for (const one of routes) expect(one).toMatch(/^(none|file|page|\/[a-z{}:_./*-]*)$/i);
  expect([...routes].join(' ')).not.toContain(user.uid);
});

test('holds no name, number, address or id of anyone', async () => {
  const response = await fetch(`${urlOf('127.0.0.1', listener.port)}/metrics`);
  const text = await response.text();
  for (const personal of [user.email, user.uid, user.campaignId, CAMPAIGN, '1212555', '@'])
    expect(text).not.toContain(personal);
});

test('serves metrics at their own port only, and exactly those of the catalogue', async () => {
  const wrong = await fetch(`${hark.baseUrl}/metrics`);
  expect(await wrong.text()).not.toContain('hark_drops_placed_total');
  const other = await fetch(`${urlOf('127.0.0.1', listener.port)}/api/campaigns/`);
  expect(other.status).toBe(404);
  const text = await (await fetch(`${urlOf('127.0.0.1', listener.port)}/metrics`)).text();
  const names = [...text.matchAll(/^# TYPE (hark_\w+)/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(Object.keys(METRICS).sort());
});

/** The kinds of jobs that a worker executes. */
const JOBS = [
  ...[
    'advance-voice',
    'build-list',
    'duty',
    'make-export',
    'make-previews',
    'notify-owner',
    'run-campaign',
    'settle-campaign',
  ],
  'start-campaign',
];

test('has no metrics without METRICS_PORT, and a registry for each system', async () => {
  const [plain, second] = await Promise.all([
    startHark({}, undefined, { sweeps: false }),
    startHark({ METRICS_PORT: '0', HARK_ROLE: 'worker' }, undefined, { sweeps: false }),
  ]);
  try {
    expect(plain.composition.metricsApp).toBeUndefined();
    const own = await listen(0, '127.0.0.1');
    if (second.composition.metricsApp !== undefined) own.serve(second.composition.metricsApp);
    const samples = parseMetrics(await (await fetch(`${urlOf('127.0.0.1', own.port)}/metrics`)).text());
    await own.close();
    expect(sumOf(samples, 'hark_drops_placed_total')).toBe(0);
    const ages = samples.filter(({ name }) => name === 'hark_job_queue_age_seconds');
    expect(ages.map(({ labels }) => labels['job_name']).sort()).toEqual(JOBS);
  } finally {
    await Promise.all([plain.stop(), second.stop()]);
  }
});
