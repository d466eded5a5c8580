import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { createHarkClient, expectOk } from '#server/app/seed/hark-client.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { readCarrierRecord, recordCounter } from '#server/testing/crash/carrier-record.ts';
import { startHarkProcesses, type HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import {
  ACCOUNT,
  createCampaign,
  createTestCustomer,
  type TestCustomer,
} from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { FULL } from '#server/testing/full.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';

const SENDING = FULL ? 900 : 240;
const SCHEDULED = FULL ? 300 : 60;
const TIMEOUT_MS = 120_000;
const TOMORROW = new Date(Date.now() + DAY_MS);
const settings = { DROPS_PER_MINUTE: '900', SESSION_SECRET: 'the-secret-of-the-restore-drill' };

let built: BuiltHark;
let dataDir: string;
let backupDir: string;
let hark: HarkProcesses;
beforeAll(async () => {
  built = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-drill-'));
  backupDir = await mkdtemp(join(tmpdir(), 'hark-backup-'));
  hark = await startHarkProcesses(built, dataDir, { workers: 1, settings });
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  for (const folder of [dataDir, backupDir]) await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

/** Runs a command on the data of the drill. */
function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const env = { PATH, HOME, XDG_CACHE_HOME, ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr });
    });
  });
}

async function statusOf({ client }: TestCustomer, id: string): Promise<unknown> {
  return expectOk(await client.get(`/api/campaigns/${id}/status/`))['status'];
}

const isFinal = (status: unknown) => status === 'Success' || status === 'Failed';

test(
  'a system restored from a backup made under load goes on, and calls nobody twice over both lives',
  { timeout: 6 * TIMEOUT_MS },
  async () => {
    const contacts = deliverableContacts(SENDING + SCHEDULED);
    const before = await createTestCustomer(hark, contacts.length);
    const sending = await createCampaign(before, {
      name: 'Sending',
      contacts: contacts.slice(0, SENDING),
      dropDate: TOMORROW,
    });
    const scheduled = await createCampaign(before, {
      name: 'Scheduled',
      contacts: contacts.slice(SENDING),
      dropDate: TOMORROW,
      // Its recording is made after the backup, so that the restored system asks for another one under the same keys.
      settings: { message: 'Hello, this is a message that was spoken after the backup.' },
    });
    expectOk(await before.client.post(`/api/campaigns/${sending}/execute/`));
    const countLines = recordCounter(dataDir);
    await until('the first calls', TIMEOUT_MS, async () => (await countLines()) > 0);

    const made = await run(built.backup, join(backupDir, 'full'));
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('Backed up') as string });
    expect(await statusOf(before, sending)).toBe('Sending');

    // What the backup does not know: the rest of one campaign, and all of another.
    expectOk(await before.client.post(`/api/campaigns/${scheduled}/execute/`));
    for (const id of [sending, scheduled])
      await until('the end of a campaign', TIMEOUT_MS, async () => isFinal(await statusOf(before, id)));
    const firstLife = await readCarrierRecord(dataDir);
    expect(firstLife.size).toBe(contacts.length);

    await hark.kill('worker');
    // It is stopped for good before it is back.
    (await hark.kill('web')).back.catch(() => undefined);
    await hark.stop();
    for (const name of ['mongodb', 'objects']) await rm(join(dataDir, name), { recursive: true });

    await cp(join(backupDir, 'full'), join(backupDir, 'damaged'), { recursive: true });
    await rm(join(backupDir, 'damaged', 'database', 'contacts.bson.gz'));
    expect(await run(built.restore, join(backupDir, 'damaged'))).toMatchObject({ code: 1 });
    const restored = await run(built.restore, join(backupDir, 'full'));
    expect(restored.output).toContain('no differences');
    expect(restored.code).toBe(0);
    expect(restored.output).toContain('npm run opt-outs -- import');
    const optOuts = join(backupDir, 'opt-outs.csv');
    await writeFile(optOuts, 'phone\n+12025550143\n');
    expect(await run(built.optOuts, 'import', optOuts)).toMatchObject({ code: 0 });
    await rm(optOuts);
    const again = await run(built.restore, join(backupDir, 'full'));
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') as string });

    hark = await startHarkProcesses(built, dataDir, { workers: 1, settings });
    const after = { ...before, client: createHarkClient(hark.baseUrl) };
    // Sessions are in no backup.
    expectOk(await after.client.post('/login/', { email: ACCOUNT.email, password: ACCOUNT.password }));
    expect(await statusOf(after, sending)).toBe('Paused');
    expect(await statusOf(after, scheduled)).toBe('Paused');
    expectOk(await after.client.post(`/api/campaigns/${sending}/resume/`));
    expectOk(await after.client.post(`/api/campaigns/${scheduled}/execute/`));
    for (const id of [sending, scheduled])
      await until('the end of a campaign', TIMEOUT_MS, async () => isFinal(await statusOf(after, id)));

    const bothLives = [...(await readCarrierRecord(dataDir)).values()];
    expect(bothLives.filter(({ rang }) => rang !== 1)).toEqual([]);
    expect(bothLives).toHaveLength(contacts.length);
    expect(await after.client.post(`/api/campaigns/${sending}/retry-voicemails/`)).toMatchObject({
      status: 409,
    });
    expect(expectOk(await after.client.get('/dropcowboy/credits/'))).toMatchObject({ held: 0 });
    for (const script of [built.credits, built.counters])
      expect(await run(script, 'audit')).toMatchObject({ code: 0 });
    expect(await run(built.restore, 'confirm')).toMatchObject({
      code: 0,
      output: '2 campaigns may call as others do.\n',
    });
    expect(await readdir(backupDir)).toEqual(['damaged', 'full']);
  },
);
