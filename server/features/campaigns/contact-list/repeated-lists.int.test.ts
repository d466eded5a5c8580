import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
});
beforeEach(async () => {
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

/** The second contact is invalid. */
const LIST = [contactEnding('1001'), { ...contactEnding('1002'), first_name: '' }, contactEnding('1003')];
const LEFT_OUT = { count: 1, errors: [{ line: 3, message: 'Missing FirstName' }] };

/** Removes the stored answers of all requests, as if their processes had died before they stored them. */
const loseAnswers = () =>
  node.connection.collection('request_keys').updateMany({}, { $unset: { result: 1 } });

it.each(['with its answer', 'without its answer'])(
  'a repeated request to create a campaign names the rows that were left out, %s',
  async (how) => {
    const draft = { ...draftOf(user, LIST), skip_invalid: true };
    const first = await node.as(user, 'create').create(draft);
    expect(first).toMatchObject({ campaign: { total: 2 }, invalid_rows: LEFT_OUT });
    if (how === 'without its answer') await loseAnswers();
    expect(await node.as(user, 'create').create(draft)).toEqual(first);
    expect(await node.as(user, 'create').create(draft)).toEqual(first);
  },
);

it.each(['with its answer', 'without its answer'])(
  'a repeated request to add contacts names the rows that were left out, %s',
  async (how) => {
    const { campaign } = await node.as(user).create(draftOf(user, [contactEnding('1003')]));
    const input = { campaign: campaign.id, contacts: LIST, skip_invalid: true };
    const first = await node.as(user, 'add').addContacts(input);
    expect(first).toMatchObject({
      added: 1,
      invalid_rows: {
        count: 2,
        errors: [...LEFT_OUT.errors, { line: 4, message: 'Duplicate phone number' }],
      },
    });
    if (how === 'without its answer') await loseAnswers();
    expect(await node.as(user, 'add').addContacts(input)).toEqual(first);
    expect(await node.as(user, 'add').addContacts(input)).toEqual(first);
  },
);
