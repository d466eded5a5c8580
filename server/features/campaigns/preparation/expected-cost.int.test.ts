import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaignFields } from '#shared/schemas/campaigns/create-campaign.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';

let system: TestSystem;
let node: CampaignNode;
beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
afterAll(() => system.stop());

/** The price of a call of the plan. */
const PRICE = 50;

const refusal = (calls: number, expected_cost: number) => ({
  code: 'CONFLICT',
  message: expect.stringContaining(`${String(calls * PRICE)} credits now`) as string,
  cause: { details: { calls, cost: calls * PRICE, expected_cost } },
});
const heldOf = async ({ streamId }: { streamId: string }) =>
  (await node.credits.ledger.balance(streamId)).held;

test('a campaign holds its price if no more was agreed to, and nothing otherwise', async () => {
  const sizes = fc.record({ calls: fc.integer({ min: 1, max: 5 }), over: fc.integer({ min: -60, max: 60 }) });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ calls, over }) => {
      const user = await node.subscriber('launch');
      const expected_cost = Math.max(0, calls * PRICE + over);
      const draft = { ...draftOf(user, deliverableContacts(calls)), expected_cost };
      const created = node.as(user).create(draft);
      if (expected_cost >= calls * PRICE) await expect(created).resolves.toMatchObject({ success: true });
      else await expect(created).rejects.toMatchObject(refusal(calls, expected_cost));
      expect(await heldOf(user)).toBe(expected_cost >= calls * PRICE ? calls * PRICE : 0);
    }),
    { numRuns: 30 },
  );
});

test('a price that rises after it was checked is refused by the hold, and leaves no campaign', async () => {
  const user = await node.subscriber('launch');
  const stale = await system.startNode({
    carrier: silentCarrier,
    deps: (deps: CampaignsDeps) => {
      const cheap = async (streamId: string, calls: number) => {
        const quote = await deps.ledger.quote(streamId, calls);
        return quote && { ...quote, cost: 1 };
      };
      return {
        ...deps,
        ledger: Object.assign(Object.create(deps.ledger) as typeof deps.ledger, { quote: cheap }),
      };
    },
  });
  const draft = { ...draftOf(user, deliverableContacts(3)), expected_cost: PRICE };
  await expect(stale.as(user).create(draft)).rejects.toMatchObject(refusal(3, PRICE));
  expect(await heldOf(user)).toBe(0);
  const { campaign } = await node.as(user).create({ ...draft, expected_cost: 3 * PRICE });
  // Of a replacement, the difference counts.
  const more = { ...draft, replaces: campaign.id, contacts: deliverableContacts(5) };
  for (const one of [node, stale])
    await expect(one.as(user).create({ ...more, expected_cost: PRICE })).rejects.toMatchObject(
      refusal(2, PRICE),
    );
  expect(await heldOf(user)).toBe(3 * PRICE);
  await node.as(user).create({ ...more, expected_cost: 2 * PRICE });
  expect(await heldOf(user)).toBe(5 * PRICE);
});

test('a price is a whole number of credits, as a number or as the text of a form', () => {
  const { expected_cost: schema } = createCampaignFields.shape;
  for (const [given, read] of [
    [0, 0],
    [250, 250],
    ['250', 250],
    [undefined, undefined],
  ])
    expect(schema.parse(given)).toBe(read);
  for (const wrong of [-1, 1.5, NaN, 2 ** 53, '-1', '1e3', '', '1.5', true])
    expect(schema.safeParse(wrong).success).toBe(false);
});
