import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CAMPAIGN_STATUSES,
  isActionAllowed,
  type CampaignAction,
  type CampaignStatus,
} from '#shared/campaign-lifecycle.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
  user = await node.subscriber('dominate');
});

afterAll(() => system.stop());

const newCampaign = async (contacts = 2) =>
  (await node.as(user).create(draftOf(user, deliverableContacts(contacts)))).campaign.id;

/** Creates a campaign and brings it to a status by real transitions. */
async function campaignIn(status: CampaignStatus): Promise<string> {
  const id = await newCampaign();
  const api = node.as(user);
  if (status === 'Scheduled') return id;
  if (status === 'Paused') {
    await api.pause({ id });
    return id;
  }
  await api.execute({ id });
  if (status === 'Sending') return id;
  await node.drops.handlers.runCampaign(id, BUSY);
  const code = status === 'Success' ? 0 : 4006;
  await Promise.all([system.report(`${id}-1-1`, code), system.report(`${id}-2-1`, code)]);
  await node.drops.handlers.settleCampaign(id);
  return id;
}

const ACTIONS: Record<CampaignAction, (id: string) => Promise<unknown>> = {
  update: (id) => node.as(user).update({ id, message: 'Another message' }),
  replace: (id) => {
    const { contacts: _kept, ...draft } = draftOf(user);
    return node.as(user).replace({ id, ...draft });
  },
  pause: (id) => node.as(user).pause({ id }),
  resume: (id) => node.as(user).resume({ id }),
  execute: (id) => node.as(user).execute({ id }),
  retry: (id) => node.as(user).retry({ id }),
  delete: (id) => node.as(user).delete({ id }),
  addContacts: (id) => node.as(user).addContact({ campaign_name: id, ...contactEnding('7777', '305777') }),
};

const cases = CAMPAIGN_STATUSES.flatMap((status) =>
  (Object.keys(ACTIONS) as CampaignAction[]).map(
    (action) => [action, status, isActionAllowed(action, status)] as const,
  ),
);

describe('status transitions', () => {
  it.each(cases)('%s of a campaign that is %s: %s', async (action, status, allowed) => {
    const id = await campaignIn(status);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({ status });
    const attempt = ACTIONS[action](id);
    // If every call was delivered there is nothing to retry.
    if (action === 'retry' && status === 'Success')
      await expect(attempt).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
    else if (allowed) await expect(attempt).resolves.toMatchObject({ success: true });
    else
      await expect(attempt).rejects.toMatchObject({
        code: 'CONFLICT',
        cause: { code: 'ILLEGAL_TRANSITION' },
      });
  });
});

describe('campaigns of other users', () => {
  it('respond 404 by id and by name on every path, whatever the rest of the input', async () => {
    const id = await campaignIn('Scheduled');
    const { campaign } = await node.as(user).get({ id });
    const other = await node.subscriber('launch');
    for (const reference of [id, campaign.name]) {
      const otherUser = node.as(other);
      const attempts = await Promise.allSettled([
        otherUser.get({ id: reference }),
        otherUser.status({ id: reference }),
        otherUser.contacts({ id: reference, page: -1 }),
        otherUser.update({ id: reference, message: '' }),
        otherUser.pause({ id: reference }),
        otherUser.resume({ id: reference }),
        otherUser.execute({ id: reference }),
        otherUser.retry({ id: reference }),
        otherUser.delete({ id: reference }),
        otherUser.addContacts({ campaign: reference, contacts: [] }),
        otherUser.addContact({ campaign_name: reference }),
      ]);
      for (const attempt of attempts)
        expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
    }
    expect((await node.as(other).list()).campaigns).toEqual([]);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Scheduled', total: 2 });
  });
});

describe('an owner', () => {
  it('can refer to a campaign by name', async () => {
    const id = await campaignIn('Scheduled');
    const { campaign } = await node.as(user).get({ id });
    await expect(node.as(user).get({ id: campaign.campaign_name })).resolves.toMatchObject({
      campaign: { id },
    });
  });

  it('can update a campaign that has not started, but not one that has', async () => {
    const id = await campaignIn('Scheduled');
    const name = `Renamed ${id}`;
    await expect(node.as(user).update({ id, campaign_name: name, drop_date: '' })).resolves.toMatchObject({
      campaign: { name, status: 'Scheduled' },
    });
    await expect(node.as(user).update({ id, voice_id: 'voice-of-someone' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await node.as(user).execute({ id });
    await node.as(user).pause({ id });
    await expect(node.as(user).update({ id, message: 'Too late' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('cannot rename a campaign to an existing name', async () => {
    const [one, two] = [await campaignIn('Scheduled'), await campaignIn('Scheduled')];
    const { campaign } = await node.as(user).get({ id: one });
    await expect(node.as(user).update({ id: two, campaign_name: campaign.name })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('can execute a campaign without force only when it is due', async () => {
    const id = await campaignIn('Scheduled');
    await expect(node.as(user).execute({ id, force: false })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(node.as(user).execute({ id, force: true })).resolves.toMatchObject({ status: 'Sending' });
  });

  it('finds a campaign that was sent early in the list by its actual date', async () => {
    const owner = await node.subscriber('launch');
    const { campaign } = await node.as(owner).create(draftOf(owner, [contactEnding('0001')]));
    const before = Date.now();
    await node.as(owner).execute({ id: campaign.id });
    const { campaign: sent } = await node.as(owner).get({ id: campaign.id });
    expect(Date.parse(sent.drop_date)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(sent.drop_date)).toBeLessThanOrEqual(Date.now());
    await node.as(owner).pause({ id: campaign.id });
    await node.as(owner).execute({ id: campaign.id });
    expect((await node.as(owner).get({ id: campaign.id })).campaign.drop_date).toBe(sent.drop_date);
  });

  it('gets a Scheduled campaign after pausing and resuming it before its drop date', async () => {
    const id = await campaignIn('Paused');
    await expect(node.as(user).resume({ id })).resolves.toMatchObject({ status: 'Scheduled' });
  });

  it('gets a Sending campaign when resuming it after its drop date', async () => {
    const id = await campaignIn('Paused');
    const dropDate = new Date(Date.now() - 1_000);
    await node.connection.collection('campaigns').updateOne({ _id: id as never }, { $set: { dropDate } });
    await expect(node.as(user).resume({ id })).resolves.toMatchObject({ status: 'Sending' });
  });

  it('has nothing sent by a job that runs before a postponed drop date', async () => {
    const id = await campaignIn('Scheduled');
    await node.drops.handlers.startCampaign(id);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Scheduled' });
  });

  it('gets the held credits back when a scheduled campaign is deleted', async () => {
    const owner = await node.subscriber('launch');
    const { campaign } = await node.as(owner).create(draftOf(owner, deliverableContacts(9)));
    await expect(node.as(owner).delete({ id: campaign.id })).resolves.toEqual({
      success: true,
      message: `Campaign ${campaign.name} deleted`,
      released_credits: 450,
      held_credits: 0,
      balance: 20_000,
    });
    await node.drops.handlers.settleCampaign(campaign.id);
    expect(await node.connection.collection('contacts').countDocuments({ campaignId: campaign.id })).toBe(0);
  });

  it('gets the response to a delete before contacts are erased, also when repeated, and the job sends heartbeats', async () => {
    const owner = await node.subscriber('launch');
    const { campaign } = await node.as(owner).create(draftOf(owner, deliverableContacts(9)));
    const contacts = node.connection.collection('contacts');
    const left = () => contacts.countDocuments({ campaignId: campaign.id });
    const first = await node.as(owner).delete({ id: campaign.id });
    expect([first.released_credits, await left()]).toEqual([450, 9]);
    await expect(node.as(owner).delete({ id: campaign.id })).resolves.toEqual(first);
    await expect(node.as(await node.subscriber()).delete({ id: campaign.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    let heartbeats = 0;
    const heartbeat = () => Promise.resolve(void (heartbeats += 1));
    await node.drops.handlers.settleCampaign(campaign.id, { ...BUSY, heartbeat });
    expect(await left()).toBe(0);
    // One per settlement, and one before each batch.
    expect(heartbeats).toBeGreaterThanOrEqual(3);
    await expect(node.as(owner).delete({ id: campaign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('gets the credits back once for two concurrent deletes', async () => {
    const owner = await node.subscriber('launch');
    const { campaign } = await node.as(owner).create(draftOf(owner, deliverableContacts(9)));
    const both = await Promise.allSettled([
      node.as(owner).delete({ id: campaign.id }),
      node.as(owner).delete({ id: campaign.id }),
    ]);
    const done = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.released_credits] : []));
    // One that begins after the other has ended finds no campaign.
    const gone = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: string }] : []));
    expect(done).toEqual(done.length === 2 ? [450, 450] : [450]);
    expect(gone.every(({ code }) => code === 'NOT_FOUND')).toBe(true);
    expect(await node.credits.ledger.balance(owner.streamId)).toMatchObject({ available: 20_000, held: 0 });
  });
});

describe('additional contacts for a scheduled campaign', () => {
  it('are compared with existing contacts by PhoneNumber as well', async () => {
    const owner = await node.subscriber('launch');
    const apart = { ...contactEnding('8701'), phone_number: '+1 (202) 555-8700' };
    const { campaign } = await node.as(owner).create(draftOf(owner, [apart, contactEnding('8702')]));
    const add = (...numbers: [listed: string, dialled: string][]) =>
      node.as(owner).addContacts({
        campaign: campaign.id,
        contacts: numbers.map(([phone_number, dialled]) => ({ ...contactEnding(dialled), phone_number })),
      });
    await expect(
      add(['12025558703', '8703'], ['12025558700', '8704'], ['12025558702', '8705'], ['12025558706', '8701']),
    ).rejects.toMatchObject({
      cause: {
        details: { errors: [3, 4, 5].map((line) => ({ line, message: 'Duplicate phone number' })) },
      },
    });
    // One contact's dialled number may be another's PhoneNumber.
    await expect(add(['12025558701', '8700'])).resolves.toMatchObject({ added: 1 });
  });

  it('increase the hold; existing numbers are reported as duplicates by line', async () => {
    const owner = await node.subscriber('launch');
    const { campaign } = await node.as(owner).create(draftOf(owner, deliverableContacts(2)));
    const fresh = contactEnding('8888');
    await expect(
      node.as(owner).addContacts({ campaign: campaign.name, contacts: [fresh, contactEnding('8889')] }),
    ).resolves.toEqual({
      success: true,
      added: 2,
      skipped: [],
      credit_cost: 100,
      balance: 19_800,
      warnings: [],
    });
    await expect(
      node.as(owner).addContacts({ campaign: campaign.id, contacts: [contactEnding('9999'), fresh] }),
    ).rejects.toMatchObject({
      cause: { details: { errors: [{ line: 3, message: 'Duplicate phone number' }] } },
    });
    await expect(node.as(owner).get({ id: campaign.id })).resolves.toMatchObject({
      campaign: { total: 4, held: 200, credit_cost: 200 },
    });
    const { contacts } = await node.as(owner).contacts({ id: campaign.id });
    expect(contacts.map((contact) => contact.recommended_phone.slice(-4))).toEqual([
      '1000',
      '1001',
      '8888',
      '8889',
    ]);
  });

  it('are not added if the credits do not suffice', async () => {
    const owner = await node.subscriber('launch');
    const { campaign } = await node.as(owner).create(draftOf(owner, deliverableContacts(399)));
    await expect(
      node
        .as(owner)
        .addContacts({ campaign: campaign.id, contacts: [contactEnding('0001'), contactEnding('0002')] }),
    ).rejects.toThrow('Insufficient credits: 115 needed, 50 available');
    await expect(node.as(owner).get({ id: campaign.id })).resolves.toMatchObject({
      campaign: { total: 399 },
    });
    await expect(node.as(owner).contacts({ id: campaign.id, page_size: 500 })).resolves.toMatchObject({
      total: 399,
    });
    await expect(
      node.as(owner).addContact({ campaign_name: campaign.id, ...contactEnding('0001') }),
    ).resolves.toMatchObject({ added: 1 });
  });
});
