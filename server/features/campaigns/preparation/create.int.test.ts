import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CAMPAIGNS_A_DAY } from '#shared/limits.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import {
  contactEnding,
  deliverableContacts,
  draftOf,
  OUTCOME_CONTACTS,
} from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

/** Expects nothing to be left of a refused creation. */
async function expectNothing(owner: SignedInUser): Promise<void> {
  expect((await node.as(owner).list()).campaigns).toEqual([]);
  expect(await node.connection.collection('campaigns').countDocuments({ userId: owner.uid })).toBe(0);
  expect((await node.credits.ledger.balance(owner.streamId)).held).toBe(0);
}

/** Stores tombstones of campaigns created `hours` ago. */
async function createdBefore(owner: SignedInUser, count: number, hours: number): Promise<void> {
  const gone = { userId: owner.uid, status: 'Deleted', createdAt: new Date(Date.now() - hours * 3_600_000) };
  const tombstones = Array.from({ length: count }, () => ({ ...gone, _id: newId() as never }));
  await node.connection.collection('campaigns').insertMany(tombstones);
}

describe('creating a campaign', () => {
  it('is refused with the exact shortfall if credits do not suffice', async () => {
    const owner = await node.subscriber('launch');
    const stored = await node.connection.collection('contacts').countDocuments({});
    const draft = draftOf(owner, deliverableContacts(1_000));
    await expect(node.as(owner).create(draft)).rejects.toMatchObject({
      message: 'Insufficient credits: 59,000 needed, 20,000 available',
      code: 'PAYMENT_REQUIRED',
      cause: { details: { needed: 59_000, available: 20_000 } },
    });
    await expectNothing(owner);
    expect(await node.connection.collection('contacts').countDocuments({})).toBe(stored);
  });

  it('leaves nothing behind if the credits are spent between quote and hold', async () => {
    const spent = await system.startNode({
      deps: (real) => ({
        ...real,
        ledger: {
          ...real.ledger,
          quote: async (...asked) => {
            const quote = await real.ledger.quote(...asked);
            return quote && { ...quote, available: 1_000_000 };
          },
        },
      }),
    });
    const owner = await spent.subscriber('launch');
    const stored = await node.connection.collection('contacts').countDocuments({});
    await expect(spent.as(owner).create(draftOf(owner, deliverableContacts(1_000)))).rejects.toMatchObject({
      message: 'Insufficient credits: 59,000 needed, 20,000 available',
    });
    await expectNothing(owner);
    expect(await node.connection.collection('contacts').countDocuments({})).toBe(stored);
  });

  it('is refused without a subscription', async () => {
    const newUser = await node.subscriber('launch', 'nobody-1');
    await expect(node.as(newUser).create(draftOf(newUser))).rejects.toMatchObject({
      message: 'Subscription Required',
      code: 'FORBIDDEN',
    });
    await expectNothing(newUser);
  });

  it('is refused with another user’s voice and with an unknown voice', async () => {
    const other = await node.subscriber('launch');
    await expect(node.as(other).create(draftOf(user))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(node.as(other).create({ ...draftOf(other), voice_id: 'v1' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Voice not found',
    });
    await expectNothing(other);
  });

  it('is refused for invalid rows, all reported by line', async () => {
    const owner = await node.subscriber('launch');
    const contacts = [
      contactEnding('0001'),
      contactEnding('0001'),
      { ...contactEnding('0002'), recommended_phone: '123', last_name: ' ' },
    ];
    await expect(node.as(owner).create(draftOf(owner, contacts))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: {
        details: {
          errors: [
            { line: 3, message: 'Duplicate id' },
            { line: 3, message: 'Duplicate phone number' },
            { line: 4, message: 'Missing LastName' },
            { line: 4, message: 'Invalid recommended phone format' },
          ],
        },
      },
    });
    await expectNothing(owner);
  });

  it.each([
    ['an unknown placeholder', { message: 'Hello {nickname}' }, 'Unknown placeholder: {nickname}'],
    [
      'a date more than a year ahead',
      { drop_date: '2099-01-01T00:00:00Z' },
      'The start date may be at most one year ahead',
    ],
    ['an invalid date', { drop_date: 'tomorrow' }, 'The start date is not a date'],
  ])('is refused for %s', async (_, change, message) => {
    const owner = await node.subscriber('launch');
    await expect(node.as(owner).create({ ...draftOf(owner), ...change })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
    });
    await expectNothing(owner);
  });

  it('is refused above the daily limit, deleted campaigns included', async () => {
    const owner = await node.subscriber('launch');
    await createdBefore(owner, MAX_CAMPAIGNS_A_DAY - 1, 23);
    await createdBefore(owner, 5, 25);
    await node.as(owner).create(draftOf(owner));
    await expect(node.as(owner).create(draftOf(owner))).rejects.toMatchObject({
      cause: { code: 'LIMIT_REACHED' },
      message: 'You can create up to 1,000 campaigns in 24 hours. Please try again later.',
    });
  });

  it('is refused above that limit also for concurrent requests', async () => {
    const owner = await node.subscriber('launch');
    await createdBefore(owner, MAX_CAMPAIGNS_A_DAY - 1, 23);
    const tries = await Promise.all(
      [1, 2].map(async () => {
        const at = interruptAt(1, 'before');
        const creator = await system.startNode({
          deps: (real) => ({ ...real, campaigns: at.around(real.campaigns, ['insert']) }),
        });
        const created = creator.as(owner).create(draftOf(owner));
        created.catch(() => undefined);
        await at.reached;
        return { at, created };
      }),
    );
    for (const { at } of tries) at.resume();
    await Promise.allSettled(tries.map(({ created }) => created));
    const campaigns = node.connection.collection('campaigns');
    expect(await campaigns.countDocuments({ userId: owner.uid })).toBeLessThanOrEqual(MAX_CAMPAIGNS_A_DAY);
    const { held } = await node.credits.ledger.balance(owner.streamId);
    const { campaigns: left } = await node.as(owner).list();
    expect(held > 0).toBe(left.length > 0);
  });

  it('requires a unique name per user; deleting a campaign frees its name', async () => {
    const draft = draftOf(user);
    const { campaign } = await node.as(user).create(draft);
    await expect(node.as(user).create(draft)).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = await node.subscriber('launch');
    await node.as(other).create({ ...draftOf(other), campaign_name: draft.campaign_name });
    await node.as(user).delete({ id: campaign.id });
    await expect(node.as(user).create(draft)).resolves.toMatchObject({ success: true });
  });

  it('succeeds once for concurrent requests with the same name', async () => {
    const draft = draftOf(user);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => node.as(user).create(draft)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });

  it('moves a missing or past drop date to one minute from now', async () => {
    const clock = createTestClock();
    const still = await system.startNode({ clock });
    const inAMinute = new Date(clock.now().getTime() + 60_000).toISOString();
    for (const drop_date of [undefined, '2020-01-01T00:00:00Z']) {
      const { campaign } = await still.as(user).create({ ...draftOf(user), drop_date });
      expect(campaign.drop_date).toBe(inAMinute);
    }
  });
});

describe('an Idempotency-Key', () => {
  it('repeats the first response, and holds credits once', async () => {
    const owner = await node.subscriber('launch');
    const draft = draftOf(owner);
    const first = await node.as(owner, 'k').create(draft);
    await expect(node.as(owner, 'k').create(draft)).resolves.toEqual(first);
    expect((await node.as(owner).list()).campaigns.length).toBe(1);
    expect((await node.credits.ledger.balance(owner.streamId)).held).toBe(450);
  });

  it('is refused for another request, and can be used again after a refusal', async () => {
    const owner = await node.subscriber('launch');
    await expect(node.as(owner, 'k').create({ ...draftOf(owner), message: '{no}' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await node.as(owner, 'k').create(draftOf(owner));
    await expect(node.as(owner, 'k').create(draftOf(owner))).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
  });

  it('executes one of concurrent requests; the others get a conflict or the same response', async () => {
    const owner = await node.subscriber('launch');
    const draft = draftOf(owner);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => node.as(owner, 'k').create(draft)),
    );
    const ids = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.campaign.id] : [],
    );
    expect(new Set(ids).size).toBe(1);
    expect((await node.as(owner).list()).campaigns.length).toBe(1);
    expect((await node.credits.ledger.balance(owner.streamId)).held).toBe(450);
  });

  it('is separate for each user', async () => {
    const [one, two] = [await node.subscriber('launch'), await node.subscriber('launch')];
    await node.as(one, 'k').create(draftOf(one));
    await expect(node.as(two, 'k').create(draftOf(two, OUTCOME_CONTACTS))).resolves.toMatchObject({
      campaign: { user_id: two.uid },
    });
  });
});
