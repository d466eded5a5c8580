import { DO_NOT_CALL_REASONS } from '#shared/call-reasons.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import notToSendAgain from '#server/features/drops/reports/fixtures/codes-not-to-send-again.json' with { type: 'json' };

const [DELIVERED, BUSY_LINE, NO_ANSWER, MAILBOX_FULL, NO_MAILBOX] = [0, 4006, 4005, 4002, 4001];

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

/** A finished campaign whose calls had these results. */
async function finished(codes: readonly number[]): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(codes.length)));
  const { id } = campaign;
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const [index, code] of codes.entries()) await system.report(`${id}-${String(index + 1)}-1`, code);
  await node.drops.handlers.settleCampaign(id);
  return id;
}

const balanceOf = () => node.credits.ledger.balance(user.streamId);

it('prices exactly the calls that a retry makes: all, or those of some reasons', async () => {
  const id = await finished([BUSY_LINE, BUSY_LINE, NO_ANSWER, DELIVERED]);
  await node.listOf(user).add({ phone: '2025551000' });
  const { available } = await balanceOf();
  await expect(node.as(user).retryQuote({ id })).resolves.toEqual({
    run: 1,
    calls: 2,
    cost: 100,
    balance: available,
    suppressed: 1,
    too_often: 0,
    advised_against: 0,
  });
  await expect(node.as(user).retryQuote({ id, reasons: ['4005'] })).resolves.toMatchObject({
    calls: 1,
    cost: 50,
    suppressed: 0,
  });
  const expected = { calls: 1, cost: 50 };
  await expect(node.as(user).retry({ id, reasons: ['4005'], expected })).resolves.toMatchObject({
    retried: 1,
    credit_cost: 50,
  });
  const { contacts } = await node.as(user).contacts({ id });
  expect(contacts.map(({ status }) => status)).toEqual(['failed', 'failed', 'pending', 'success']);
  expect(await balanceOf()).toMatchObject({ available: available - 50, held: 50 });
});

it('makes only the calls that it names, and none that cannot be made again', async () => {
  const id = await finished([BUSY_LINE, BUSY_LINE, DELIVERED, NO_MAILBOX]);
  const quote = (contacts: number[], reasons?: ('4001' | '4002')[]) =>
    node.as(user).retryQuote({ id, contacts, reasons });
  await expect(quote([2])).resolves.toMatchObject({ calls: 1, cost: 50, advised_against: 0 });
  await expect(quote([2, 1, 2, 99])).resolves.toMatchObject({ calls: 2, cost: 100 });
  await expect(quote([3])).resolves.toMatchObject({ calls: 0, cost: 0 });
  await expect(quote([4])).resolves.toMatchObject({ calls: 0, advised_against: 1 });
  await expect(quote([4], ['4001', '4002'])).resolves.toMatchObject({ calls: 1, advised_against: 0 });
  await expect(node.as(user).retry({ id, contacts: [3, 99] })).rejects.toMatchObject({ code: 'CONFLICT' });
  const request = { id, contacts: [2], expected: { calls: 1, cost: 50 } };
  await expect(node.as(user).retry(request)).resolves.toMatchObject({ retried: 1, credit_cost: 50 });
  const { contacts } = await node.as(user).contacts({ id });
  expect(contacts.map(({ status }) => status)).toEqual(['failed', 'pending', 'success', 'failed']);
  expect(await balanceOf()).toMatchObject({ held: 50 });
});

it('is refused for numbers that no contact has, for none and for too many', async () => {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
  const tooMany = Array.from({ length: 1_001 }, (_, index) => index + 1);
  for (const contacts of [[], [0], [1.5], tooMany])
    await expect(node.as(user).retry({ id: campaign.id, contacts })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
});

it('leaves out what the carrier advises against, unless it is named', async () => {
  const id = await finished([BUSY_LINE, MAILBOX_FULL, NO_MAILBOX, NO_MAILBOX]);
  await expect(node.as(user).get({ id })).resolves.toMatchObject({ campaign: { failed: 4, retryable: 1 } });
  await expect(node.as(user).retryQuote({ id })).resolves.toMatchObject({ calls: 1, advised_against: 3 });
  await expect(node.as(user).retryQuote({ id, reasons: ['4001'] })).resolves.toMatchObject({
    calls: 2,
    advised_against: 0,
  });
  await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 1, credit_cost: 50 });
  await node.drops.handlers.runCampaign(id, BUSY);
  await system.report(`${id}-1-2`, DELIVERED);
  await node.drops.handlers.settleCampaign(id);
  await expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(node.as(user).get({ id })).resolves.toMatchObject({ campaign: { failed: 3, retryable: 0 } });
  const named = { id, reasons: ['4001' as const, '4002' as const] };
  await expect(node.as(user).retry(named)).resolves.toMatchObject({ retried: 3, credit_cost: 150 });
  const { contacts } = await node.as(user).contacts({ id });
  expect(contacts.map(({ status }) => status)).toEqual(['success', 'pending', 'pending', 'pending']);
});

it.each(DO_NOT_CALL_REASONS)(
  'never makes calls again that failed with %s, however they were stored',
  async (code) => {
    const id = await finished([BUSY_LINE, BUSY_LINE]);
    // As a version before stored a refusal.
    await node.connection
      .collection('contacts')
      .updateOne({ campaignId: id, seq: 1 }, { $set: { code, reason: 'Refused', retryable: true } });
    await expect(node.as(user).retryQuote({ id })).resolves.toMatchObject({ calls: 1, advised_against: 0 });
    await expect(node.as(user).retry({ id, contacts: [1, 2] })).resolves.toMatchObject({ retried: 1 });
    const { contacts } = await node.as(user).contacts({ id });
    expect(contacts.map(({ status }) => status)).toEqual(['failed', 'pending']);
  },
);

it.each(notToSendAgain)(
  'leaves out $reason_code, reported in the carrier’s form: $reason',
  async (sample) => {
    const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
    const { id } = campaign;
    await node.as(user).execute({ id });
    await node.drops.handlers.runCampaign(id, BUSY);
    const response = await fetch(`${system.origin}/webhooks/carrier/callback-secret`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...sample, foreign_id: `${id}-1-1` }),
    });
    expect(response.status).toBe(200);
    await node.drops.handlers.settleCampaign(id);
    await expect(node.as(user).retryQuote({ id })).resolves.toMatchObject({ calls: 0, advised_against: 1 });
    const reasons = [String(sample.reason_code) as '4001' | '4002'];
    await expect(node.as(user).retryQuote({ id, reasons })).resolves.toMatchObject({ calls: 1 });
  },
);

it.each([
  ['number', { calls: 3, cost: 150 }],
  ['cost', { calls: 2, cost: 99 }],
])('refuses a retry whose %s has changed since it was agreed, with the new one', async (_, expected) => {
  const id = await finished([BUSY_LINE, NO_ANSWER]);
  const before = await balanceOf();
  await expect(node.as(user).retry({ id, expected })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'It is now 2 calls for 100 credits. Please confirm again.',
    cause: { details: { calls: 2, cost: 100 } },
  });
  await expect(node.as(user).get({ id })).resolves.toMatchObject({
    campaign: { status: 'Failed', failed: 2, retryable: 2, held: 0 },
  });
  expect(await balanceOf()).toEqual(before);
});

it('makes the calls of a run again once, though the next run ends as it did', async () => {
  const id = await finished([BUSY_LINE, NO_ANSWER]);
  const { run, calls, cost } = await node.as(user).retryQuote({ id });
  const agreed = { id, expected: { run, calls, cost } };
  await expect(node.as(user).retry(agreed)).resolves.toMatchObject({ retried: 2 });
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const n of [1, 2]) await system.report(`${id}-${String(n)}-2`, BUSY_LINE);
  await node.drops.handlers.settleCampaign(id);
  const before = await balanceOf();
  // The price is the same, so nothing else would tell them apart.
  await expect(node.as(user).retryQuote({ id })).resolves.toMatchObject({ run: run + 1, calls, cost });
  await expect(node.as(user).retry(agreed)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('retried since') as string,
  });
  expect(await balanceOf()).toEqual(before);
});

it('refuses and undoes a retry whose number or cost changes after it was checked', async () => {
  const id = await finished([BUSY_LINE, NO_ANSWER]);
  const before = await balanceOf();
  const expected = { calls: 2, cost: 100 };
  const listing = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      voices: {
        ...real.voices,
        ownership: async (...args) => {
          await node.listOf(user).add({ phone: '2025551000' });
          return real.voices.ownership(...args);
        },
      },
    }),
  });
  await expect(listing.as(user).retry({ id, expected })).rejects.toMatchObject({
    message: 'It is now 1 call for 50 credits. Please confirm again.',
  });
  const pricing = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      ledger: {
        ...real.ledger,
        execute: (stream, command) =>
          real.ledger.execute(stream, command.type === 'hold' ? { ...command, cost: 49 } : command),
      },
    }),
  });
  const one = { calls: 1, cost: 50 };
  await expect(pricing.as(user).retry({ id, expected: one })).rejects.toMatchObject({
    message: 'It is now 1 call for 50 credits. Please confirm again.',
  });
  await expect(node.as(user).get({ id })).resolves.toMatchObject({
    campaign: { status: 'Failed', failed: 2, retryable: 2, held: 0 },
  });
  expect(await balanceOf()).toEqual(before);
});

it('is refused for a campaign that cannot be retried, and for reasons that there are not', async () => {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
  await expect(node.as(user).retryQuote({ id: campaign.id })).rejects.toMatchObject({
    message: 'A campaign that is Scheduled cannot be retried.',
  });
  const id = await finished([BUSY_LINE]);
  await expect(node.as(user).retryQuote({ id, reasons: ['none' as never] })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  await expect(node.as(user).retry({ id, reasons: ['6000'] })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it.each([
  [MAILBOX_FULL, ['4002' as const]],
  [NO_MAILBOX, ['4001' as const, '4002' as const]],
])(
  'says which reasons to name where all calls failed for one that must be named: %i',
  async (code, named) => {
    const id = await finished([code]);
    await expect(node.as(user).get({ id })).resolves.toMatchObject({
      campaign: { retryable: 0, retryable_if_named: 1 },
    });
    await expect(node.as(user).retry({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        '1 failed call went to a mailbox that is full or not set up. Name the reasons 4001 and 4002 to call again.',
    });
    await expect(node.as(user).retry({ id, reasons: named })).resolves.toMatchObject({ retried: 1 });
  },
);
