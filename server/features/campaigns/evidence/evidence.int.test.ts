import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

/** A Tuesday: 11:30 in New York, 8:30 in Los Angeles. */
const MOMENT = new Date('2027-01-12T16:30:00Z');

/** The carrier's code of a call that may be made again. */
const BUSY_LINE = 4006;

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
});

beforeEach(async () => {
  node = await startNode('enforce');
  user = await node.subscriber('dominate');
});

afterAll(() => system.stop());

const startNode = (callingHours: CallingMode) =>
  system.startNode({ clock: createTestClock(MOMENT), callingHours, carrier: silentCarrier });

/** A campaign to somebody in New York and somebody in Los Angeles, of whom those who may be have been called. */
async function called(on: CampaignNode): Promise<string> {
  const contacts = [
    { ...contactEnding('1001', '212555'), first_name: '=1+1', state: 'NY', zipcode: '10001' },
    { ...contactEnding('1002', '213555'), state: 'CA', zipcode: '90001' },
  ];
  const { campaign } = await on.as(user).create({ ...draftOf(user, contacts), drop_date: '' });
  await on.as(user).execute({ id: campaign.id });
  await on.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

async function rowsOf(id: string): Promise<string[]> {
  const file = await node.as(user).evidence({ id });
  const content = await text(file.content);
  return content.trimEnd().split('\r\n');
}

it('names the local time, zone and rules of each call, the consent and what the carrier said', async () => {
  const id = await called(node);
  await node.listOf(user).add({ phone: '12125551001', reason: 'asked on the phone' });
  const [header, first, second] = await rowsOf(id);
  expect(header).toContain('Phone Number,First Name,Last Name,Claimed at (UTC),Local time,Time zone');
  expect(first).toMatch(
    /^12125551001,'=1\+1,Lopez,2027-01-12T16:30:00\.000Z,2027-01-12 11:30,America\/New_York,09:00-20:00,Hark default,no,.+,1,yes,sending,,$/,
  );
  expect(second).toMatch(/^12135551002,Ana,Lopez,,,,,,,.+,1,no,pending,,$/);
});

it('says where the wait for the hours was skipped', async () => {
  const id = await called(await startNode('skip-waits'));
  const { contacts } = await node.as(user).contacts({ id });
  expect(contacts.map(({ call }) => call)).toMatchObject([
    { local_time: '2027-01-12 11:30', outside_hours: false },
    { local_time: '2027-01-12 08:30', zone: 'America/Los_Angeles', outside_hours: true },
  ]);
});

it('records the hours that the campaign chose', async () => {
  const hours = { from: '10:00', to: '18:00', days: [1, 2] };
  const contact = { ...contactEnding('1001', '212555'), state: 'NY', zipcode: '10001' };
  const { campaign } = await node.as(user).create({
    ...draftOf(user, [contact]),
    drop_date: '',
    calling_hours: hours,
  });
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  const { contacts } = await node.as(user).contacts({ id: campaign.id });
  expect(contacts).toMatchObject([{ call: { hours: '10:00-18:00', rules: ['Hours of the campaign'] } }]);
});

it('keeps each call of a contact that is retried, with the consent of the list that it came with', async () => {
  const consentOf = (source: string) => ({ basis: 'written_consent', obtained_at: '2026-05-01', source });
  const { campaign } = await node.as(user).create({
    ...draftOf(user, [contactEnding('1001', '212555')]),
    drop_date: '',
    consent: consentOf('Order form'),
  });
  const { id } = campaign;
  const added = { contacts: [contactEnding('1002', '212555')], consent: consentOf('Fair in Miami') };
  await node.as(user).addContacts({ campaign: id, ...added });
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const seq of [1, 2]) await system.report(`${id}-${String(seq)}-1`, BUSY_LINE);
  await node.drops.handlers.settleCampaign(id);
  await node.as(user).retry({ id });
  const { calls, total } = await node.as(user).evidencePage({ id, page_size: 1, page: 2 });
  expect(total).toBe(2);
  const latter = { phone_number: '12125551002', consents: [{ source: 'Fair in Miami' }], do_not_call: false };
  expect(calls).toMatchObject([
    {
      ...latter,
      call: { local_time: '2027-01-12 11:30' },
      status: 'failed',
      reason: 'Busy',
      reason_code: '4006',
    },
    { ...latter, call: null, status: 'pending', reason_code: null },
  ]);
  const [, first, , second] = await rowsOf(id);
  expect(first).toContain('Written consent (Order form, 2026-05-01)');
  expect(second).toContain('Written consent (Fair in Miami, 2026-05-01)');
});
