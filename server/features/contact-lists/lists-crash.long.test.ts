import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startHarkProcesses, type HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { repeatedRequests } from '#server/testing/crash/owner-requests.ts';
import { createTestCustomer, type TestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { FULL } from '#server/testing/full.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import type { SavedList } from './contact-list-model.ts';

const TIMEOUT_MS = 600_000;
const WAIT_MS = 120_000;
const CONTACTS = 6_000;
const ROUNDS = FULL ? 6 : 1;
const LISTS = '/api/contact-lists/';

let dataDir: string;
let hark: HarkProcesses;
let customer: TestCustomer;
let connection: Connection;
let send: ReturnType<typeof repeatedRequests>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-lists-'));
  hark = await startHarkProcesses(await buildHark(), dataDir, { workers: 1 });
  customer = await createTestCustomer(hark, CONTACTS * ROUNDS * 4);
  send = repeatedRequests(hark, customer.client.cookie());
  connection = await connectDatabase((await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).trim());
}, TIMEOUT_MS);

afterAll(async () => {
  await connection.close();
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

const lists = () => connection.collection<SavedList>('contact_lists');
const campaigns = () => connection.collection<CampaignDocument>('campaigns');
const rowsOf = (listId: string) => connection.collection('list_contacts').countDocuments({ listId });
const listNamed = (name: string) => lists().findOne({ liveName: name });

/** Contacts of different cities, so that no two lists have the same content. */
const contactsOf = (city: string, from = 0, to = CONTACTS): ContactInput[] =>
  deliverableContacts(to)
    .slice(from)
    .map((contact) => ({ ...contact, city }));

async function save(name: string, contacts: ContactInput[]): Promise<string> {
  const { list } = (await send(LISTS, name, { name, contacts })) as { list: { id: string } };
  return list.id;
}

/** Ends the leases of what dead processes left, so that the next sweep does not wait for them. */
async function endLeases(): Promise<void> {
  const past = new Date(0);
  await lists().updateMany(
    { status: { $ne: 'deleting' }, dueAt: { $exists: true } },
    { $set: { dueAt: past } },
  );
  await campaigns().updateMany({ preparing: { $exists: true } }, { $set: { 'preparing.leaseUntil': past } });
  await connection
    .collection('request_keys')
    .updateMany({ result: { $exists: false } }, { $set: { leaseUntil: past } });
}

/** Kills both processes once `began` returns true; resolves when they are back. */
async function killOnce(what: string, began: () => Promise<boolean>): Promise<void> {
  await until(what, WAIT_MS, began, 5);
  const web = await hark.kill('web');
  await hark.kill('worker');
  await web.back;
  await endLeases();
}

/** Expects each row to belong to a list or campaign that is shown, and nothing to be reserved or held by a dead process. */
async function expectNothingLeft(): Promise<void> {
  await until('the sweeps', WAIT_MS, async () => {
    await endLeases();
    const pending = await lists().countDocuments({ status: { $in: ['preparing', 'building'] } });
    const unerased = await lists().countDocuments({ status: 'deleting', erased: { $exists: false } });
    const prepared = await campaigns().countDocuments({ preparing: { $exists: true } });
    return pending + unerased + prepared === 0;
  });
  const ready = await lists().find({ status: 'ready' }).toArray();
  for (const { _id, size, readers, reserved } of ready)
    expect({ rows: await rowsOf(_id), readers, reserved }).toEqual({ rows: size, readers: [], reserved: 0 });
  const rows = await connection.collection('list_contacts').distinct('listId');
  expect(rows.filter((id) => !ready.some(({ _id }) => _id === id))).toEqual([]);
  const shown = await campaigns().find({ status: 'Scheduled' }).toArray();
  for (const { _id, total } of shown)
    expect(await connection.collection('contacts').countDocuments({ campaignId: _id })).toBe(total);
  const called = await connection.collection('contacts').distinct('campaignId');
  expect(called.filter((id) => !shown.some(({ _id }) => _id === id))).toEqual([]);
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
/** The part of the rows that is stored when the processes are killed. */
const PARTS = [0.3, 0, 0.6, 0.9, 0.1, 0.5];

it.each(rounds)(
  'a list whose upload is killed is saved once by its repeated request, in full: round %i',
  { timeout: TIMEOUT_MS },
  async (round) => {
    const name = `Upload ${String(round)}`;
    const least = CONTACTS * (PARTS[round] ?? 0);
    const saved = save(name, contactsOf(name));
    await killOnce('the upload', async () => {
      const list = await listNamed(name);
      return list !== null && (await rowsOf(list._id)) > least;
    });
    const id = await saved;
    expect(await listNamed(name)).toMatchObject({ _id: id, status: 'ready', size: CONTACTS });
    await expectNothingLeft();
  },
);

it.each(rounds)(
  'a list that is built from two others while processes are killed has each contact once: round %i',
  { timeout: TIMEOUT_MS },
  async (round) => {
    const name = `Union ${String(round)}`;
    const [left, right] = [
      await save(`Left ${String(round)}`, contactsOf(name, 0, CONTACTS)),
      await save(`Right ${String(round)}`, contactsOf(`${name}.`, CONTACTS / 2, CONTACTS * 1.5)),
    ];
    const least = CONTACTS * (PARTS[round] ?? 0);
    const combined = send(`${LISTS}combine/`, name, { name, operation: 'union', left, right });
    await killOnce('the build', async () => {
      const list = await listNamed(name);
      return list !== null && (list.size > least || list.status === 'ready');
    });
    await combined;
    await until('the built list', WAIT_MS, async () => {
      await endLeases();
      return (await listNamed(name))?.status === 'ready';
    });
    expect(await lists().countDocuments({ name, status: { $ne: 'deleting' } })).toBe(1);
    expect(await listNamed(name)).toMatchObject({ status: 'ready', size: CONTACTS * 1.5 });
    await expectNothingLeft();
  },
);

it.each(rounds)(
  'a campaign that is made from a list while processes are killed exists once, paid once: round %i',
  { timeout: TIMEOUT_MS },
  async (round) => {
    const name = `Campaign ${String(round)}`;
    const listId = await save(`For ${name}`, contactsOf(name));
    const heldOf = async () =>
      ((await customer.client.get('/dropcowboy/credits/')).body as { held: number }).held;
    const before = await heldOf();
    const least = CONTACTS * (PARTS[round] ?? 0);
    const made = send('/api/campaigns/create/', name, {
      campaign_name: name,
      campaign_type: 'voicemail',
      message: 'Hello, this is Hark.',
      voice_id: customer.voiceId,
      list_id: listId,
      drop_date: new Date(Date.now() + DAY_MS).toISOString(),
    });
    await killOnce('the campaign', async () => {
      const campaign = await campaigns().findOne({ liveName: name });
      if (campaign === null) return false;
      const rows = await connection.collection('contacts').countDocuments({ campaignId: campaign._id });
      return rows > least || campaign.status === 'Scheduled';
    });
    await made;
    const found = await campaigns()
      .find({ name, status: { $ne: 'Deleted' } })
      .toArray();
    expect(found).toMatchObject([{ status: 'Scheduled', total: CONTACTS }]);
    expect((await heldOf()) - before).toBe(found[0]?.creditCost);
    await expectNothingLeft();
    const { code, output } = await hark.credits('audit');
    expect({ code, output }).toMatchObject({ code: 0 });
  },
);
