import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { NO_MIGRATION_NEEDS } from '#server/platform/migrations/migration-needs.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { sendSeries } from '#server/testing/crash/campaign-series.ts';
import { acceptedCalls, readCarrierRecord } from '#server/testing/crash/carrier-record.ts';
import { startCluster, type HarkCluster } from '#server/testing/crash/hark-cluster.ts';
import { runToEnd } from '#server/testing/crash/hark-processes.ts';
import { startLoad } from '#server/testing/crash/steady-load.ts';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import {
  ADDED,
  CHANGED,
  RUNS,
  allMigrations,
  type AnyDocument,
  type ChangedDocument,
} from '#server/testing/versions/next-migrations.ts';
import { buildNextVersion } from '#server/testing/versions/next-version.ts';

const CALLS = 6_000;
const SIZE = 200;
/** The migrations of the next version: one that adds, and one that older processes cannot work with. */
const [EXPAND = 0, CONTRACT = 0] = allMigrations(NO_MIGRATION_NEEDS)
  .slice(-2)
  .map(({ id }) => id);
const TIMEOUT_MS = 300_000;
/** Each reads the record of all calls. */
const POLL_MS = 200;

let dataDir: string;
let current: BuiltHark;
let next: BuiltHark;
let hark: HarkCluster;
let database: Awaited<ReturnType<typeof connectDatabase>>;
beforeAll(async () => {
  current = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-versions-'));
  next = await buildNextVersion(current, join(dataDir, 'next'));
  hark = await startCluster(current, dataDir, {
    webs: 1,
    workers: 1,
    settings: { DROPS_PER_MINUTE: '1200' },
  });
  database = await connectDatabase(hark.databaseUri);
}, TIMEOUT_MS);
afterAll(async () => {
  await database.close();
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

const runsOf = (migration: number) => database.collection(RUNS).countDocuments({ migration });

test(
  'the next version joins and replaces this one while campaigns are sent',
  { timeout: 4 * TIMEOUT_MS },
  async () => {
    const caller = await createTestCustomer(hark, CALLS);
    const load = startLoad(hark.baseUrl, caller.client);
    let isOver = false;
    const series = sendSeries(caller, { exchange: 212_300, size: SIZE, isOver: () => isOver });
    // Awaited at the end; until then a failed request is not unhandled.
    series.catch(() => undefined);
    const [oldWeb] = hark.webs;
    const [oldWorker] = hark.workers;
    if (oldWeb === undefined || oldWorker === undefined) throw new Error('The cluster is empty.');
    try {
      await callsAfter(Date.now());
      // At once, so that both want to migrate.
      const [newWeb, newWorker] = await Promise.all([hark.addWeb(next), hark.addWorker(next)]);
      const served = () => [oldWeb, newWeb].map(({ origin }) => hark.proxy.served.get(origin) ?? 0);
      const before = served();
      await until('answers of both', TIMEOUT_MS, () =>
        served().every((count, n) => count > (before[n] ?? 0) + 20),
      );
      await expectOwnAssets(oldWeb.origin, current);
      await expectOwnAssets(newWeb.origin, next);

      // Each version alone, on what the other has written; one that starts again creates its indexes again.
      expect(await newWorker.leave()).toBe(0);
      await callsAfter(Date.now());
      await hark.addWorker(next);
      expect(await oldWorker.end('SIGTERM')).toBe(0);
      await callsAfter(Date.now());
      await oldWorker.works();
      expect(await oldWeb.end('SIGTERM')).toBe(0);
      await oldWeb.works();
      expect(await versions()).toEqual(
        expect.arrayContaining(['web', 'worker'].map((role) => ({ role, version: CONTRACT }))),
      );
      expect((await versions()).filter(({ version }) => version < EXPAND)).toHaveLength(2);
      expect([await runsOf(EXPAND), await runsOf(CONTRACT)]).toEqual([1, 0]);

      expect(await oldWorker.leave()).toBe(0);
      expect(await oldWeb.leave()).toBe(0);
      await until('the migration that waits for older processes', TIMEOUT_MS, async () => {
        return (await runsOf(CONTRACT)) === 1;
      });
    } finally {
      isOver = true;
    }
    await load.stop();
    expect(hark.proxy.failures).toEqual([]);
    const campaigns = await series;

    const refused = await runToEnd(current.server, [], { ...hark.env, HARK_ROLE: 'worker' });
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/^This version of Hark is too old for its database: .*\n$/);

    const record = await readCarrierRecord(dataDir);
    const changed = await undone();
    console.info(
      `two versions: ${JSON.stringify({ ...load.answers, calls: record.size, ...changed, served: [...hark.proxy.served.values()] })}`,
    );
    expect(changed.undone).toEqual([]);
    expect(changed.kept).toBeGreaterThan(SIZE);
    expect(await database.collection('contacts').indexExists(ADDED)).toBe(true);
    expect(await runsOf(EXPAND)).toBe(1);
    expect(hark.proxy.failures).toEqual([]);
    expect(load.failures).toEqual([]);
    expect(await load.stored()).toEqual(new Set(load.written));
    expect(campaigns.map(({ delivered }) => delivered)).toEqual(campaigns.map(() => SIZE));
    expect([...record.values()].filter(({ rang }) => rang !== 1)).toEqual([]);
    expect(record.size).toBe(campaigns.length * SIZE);
    expect(await runToEnd(next.credits, ['audit'], hark.env)).toMatchObject({ code: 0 });
  },
);

/** Resolves once the carrier has accepted a call after `since`. */
async function callsAfter(since: number): Promise<void> {
  const isCalled = async () => {
    const calls = await acceptedCalls(dataDir).catch(() => []);
    return (calls.at(-1)?.at ?? 0) > since;
  };
  await until('calls', TIMEOUT_MS, isCalled, POLL_MS);
}

/** Returns the role and schema version of each process that works. */
async function versions(): Promise<{ role: string; version: number }[]> {
  const processes = database.collection<{ role: string; version: number }>('processes');
  return processes.find({ working: true }, { projection: { _id: 0, role: 1, version: 1 } }).toArray();
}

/**
 * A web server serves the page and the assets of its own version. An asset of the other one is a plain 404 that no cache
 * keeps, so that a client that asks once more gets it from a server that has it.
 */
async function expectOwnAssets(origin: string, { server }: BuiltHark): Promise<void> {
  const [own, others] = await Promise.all(
    [server, server === next.server ? current.server : next.server].map(scripts),
  );
  const page = await fetch(`${origin}/dashboard`);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const named = (await page.text()).match(/\/assets\/[\w.-]+/g) ?? [];
  expect(named.length).toBeGreaterThan(2);
  for (const path of named) expect((await fetch(`${origin}${path}`)).status).toBe(200);
  const cachedFor = async (name = '') => {
    const response = await fetch(`${origin}/assets/${name}`);
    return [response.status, response.headers.get('cache-control')];
  };
  expect(await cachedFor(own?.[0])).toEqual([200, 'public, max-age=31536000, immutable']);
  const [status, caching] = await cachedFor(others?.[0]);
  expect(status).toBe(404);
  expect(caching ?? '').not.toMatch(/max-age|immutable/);
}

/** Returns the names of the scripts of a build's client. */
async function scripts(server: string): Promise<string[]> {
  const names = await readdir(join(dirname(server), '../client/assets'));
  return names.filter((name) => name.endsWith('.js'));
}

/** Returns the collections of documents that lost what the next version added to them, and how many still have it. */
async function undone(): Promise<{ kept: number; undone: string[] }> {
  const all = await database.collection<ChangedDocument>(CHANGED).find().toArray();
  let kept = 0;
  const lost = new Set<string>();
  for (const { collection, id } of all) {
    const found = await database.collection<AnyDocument>(collection).findOne({ _id: id });
    if (found?.[ADDED] === true) kept += 1;
    else if (found !== null) lost.add(collection);
  }
  return { kept, undone: [...lost] };
}
