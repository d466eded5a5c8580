import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CALL_REASONS, CARRIER_REASON_CODES } from '#shared/call-reasons.ts';
import { meaningOf } from '#server/providers/carrier/dropcowboy-reasons.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import accountCodes from './reports/fixtures/account-codes.json' with { type: 'json' };

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
beforeEach(async () => {
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

async function placed(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

const isAccountFault = (code: string) => meaningOf(Number(code)).fault === 'account';
const accountFaults = CARRIER_REASON_CODES.filter(isAccountFault);
const others = [...CARRIER_REASON_CODES.filter((code) => !isAccountFault(code)), '4999', '5999'];

it.each(accountFaults)(
  '%s, a fault of the carrier account, pauses at once and tells the owner',
  async (code) => {
    const id = await placed(2);
    expect(await system.report(`${id}-1-1`, Number(code))).toBe(200);
    const { campaign } = await node.as(user).get({ id });
    const text = CALL_REASONS[code];
    expect(campaign).toMatchObject({ status: 'Paused', status_reason: text });
    await node.drops.handlers.notifyOwner(id);
    expect(node.mails.at(-1)?.text).toContain(text);
  },
);

it('no fault of a contact, no passing one and no unknown code pauses', async () => {
  const id = await placed(others.length + 1);
  for (const [index, code] of others.entries())
    await system.report(`${id}-${String(index + 1)}-1`, Number(code));
  await node.drops.handlers.settleCampaign(id);
  await expect(node.as(user).get({ id })).resolves.toMatchObject({
    campaign: { status: 'Sending', status_reason: null, failed: others.length },
  });
});

it.each(accountCodes)('a report of $reason_code in the carrier’s form: $reason', async (sample) => {
  const id = await placed(2);
  const response = await fetch(`${system.origin}/webhooks/carrier/callback-secret`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...sample, foreign_id: `${id}-1-1` }),
  });
  expect(response.status).toBe(200);
  const pauses = isAccountFault(String(sample.reason_code));
  const { campaign } = await node.as(user).get({ id });
  expect(campaign.status).toBe(pauses ? 'Paused' : 'Sending');
  expect(pauses).toBe([6001, 6003].includes(sample.reason_code));
  const { contacts } = await node.as(user).contacts({ id });
  expect(contacts.find(({ status }) => status === 'failed')).toMatchObject({
    reason: meaningOf(sample.reason_code).text,
  });
});
