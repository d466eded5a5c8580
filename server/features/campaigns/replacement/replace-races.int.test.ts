import { afterAll, beforeAll, expect, test } from 'vitest';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { interrupted, twoVersions } from './replace-harness.ts';

let system: TestSystem;
let node: CampaignNode;
beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
afterAll(() => system.stop());

/** A process whose edit of a campaign waits, after all of its checks. */
async function lateEditor() {
  const late = interruptAt(1, 'before');
  const other = await system.startNode({
    deps: (deps) => ({ ...deps, campaigns: late.around(deps.campaigns, ['edit']) }),
  });
  return { late, other };
}

/** Returns the end of a call whose edit waits until `before` is over, or that is refused before it. */
async function endOf(
  call: Promise<unknown>,
  reached: Promise<unknown>,
  before: () => Promise<unknown>,
  go: () => void,
) {
  const end = call.then(() => 'changed', String);
  await Promise.race([reached, end]);
  await before();
  go();
  return end;
}

test('contacts are not kept where others take their place meanwhile', async () => {
  const { user, id, request } = await twoVersions(node, { before: 2, after: 4 });
  const decided = interruptAt(11, 'before');
  const first = await system.startNode({ deps: interrupted(decided) });
  const replacement = first.as(user).replace(request);
  await decided.reached;
  const { late, other } = await lateEditor();
  const { contacts: _contacts, ...draft } = draftOf(user);
  const kept = other.as(user).replace({ id, ...draft, message: 'For the people before' });
  const finished = () => {
    decided.resume();
    return replacement;
  };
  expect(await endOf(kept, late.reached, finished, late.resume)).not.toBe('changed');
  expect((await node.as(user).get({ id })).campaign).toMatchObject({ total: 4, message: request.message });
});

test('a message is not checked against the contacts before an addition', async () => {
  const { user, id } = await twoVersions(node, { before: 2, after: 2 });
  const stored = interruptAt(1, 'before');
  const adder = await system.startNode({
    deps: (deps) => ({ ...deps, contacts: stored.around(deps.contacts, ['insert']) }),
  });
  const [extra] = deliverableContacts(51).slice(50);
  const adding = adder.as(user).addContact({ campaign_name: id, ...extra, city: '' });
  await stored.reached;
  const { late, other } = await lateEditor();
  const update = other.as(user).update({ id, message: '{city}' });
  const finished = () => {
    stored.resume();
    return adding;
  };
  expect(await endOf(update, late.reached, finished, late.resume)).not.toBe('changed');
});

test('a campaign that was restored from a backup gets no contacts with other keys at the carrier', async () => {
  const { user, id, request } = await twoVersions(node, { before: 2, after: 2 });
  await node.connection
    .collection<{ _id: string }>('campaigns')
    .updateOne({ _id: id }, { $set: { restoredFrom: new Date() } });
  const refusal = { cause: { code: 'CONFLICT' }, message: expect.stringContaining('restored') as string };
  await expect(node.as(user).replace(request)).rejects.toMatchObject(refusal);
  await expect(node.as(user).retry({ id })).rejects.toMatchObject(refusal);
});
