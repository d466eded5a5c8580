import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { expectExact, leave, refused, twoVersions, versionOf } from './replace-harness.ts';

let system: TestSystem;
let node: CampaignNode;
beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
afterAll(() => system.stop());

test('a request that names a campaign by a name that it changes can be repeated', async () => {
  const { user, id, old, request } = await twoVersions(node, { before: 2, after: 3 });
  const replacing = (fields = {}) => node.as(user, 'a-key').replace({ ...request, id: old.name, ...fields });
  const first = await replacing();
  expect(first.campaign).toMatchObject({ id, name: request.campaign_name });
  await expect(replacing()).resolves.toEqual(first);
  await expect(replacing({ message: 'Something else' })).rejects.toMatchObject(
    refused('IDEMPOTENCY_MISMATCH'),
  );
  await expect(replacing({ id: 'No such name' })).rejects.toMatchObject(refused('NOT_FOUND'));
  // Another campaign of that name is not the one that was meant.
  await node.as(user).create({ ...draftOf(user), campaign_name: old.name });
  await expect(replacing()).resolves.toEqual(first);
});

describe('a new campaign that replaces another', () => {
  it('is that campaign: only the difference is held, and a repeated request changes nothing', async () => {
    const versions = await twoVersions(node, { before: 2, after: 3 });
    const { user, id, request } = versions;
    const { id: replaces, ...draft } = request;
    await leave(node, user, 50);
    const create = () => node.as(user, 'a-key').create({ ...draft, replaces });
    const created = await create();
    expect(created).toMatchObject({ campaign: { id, name: draft.campaign_name, total: 3 }, balance: 0 });
    await expect(versionOf(node, user, id)).resolves.toEqual(versions.new);
    await expect(create()).resolves.toEqual(created);
    await expectExact(node, user);
  });

  it('keeps the contacts where none are sent', async () => {
    const { user, id, old, request } = await twoVersions(node, { before: 2, after: 3 });
    const { id: _id, contacts: _contacts, ...draft } = request;
    await node.as(user).create({ ...draft, replaces: old.name });
    expect((await versionOf(node, user, id)).phones).toEqual(old.phones);
  });

  it('is refused where there is none of that name, or it has started', async () => {
    const { user, id, request } = await twoVersions(node, { before: 2, after: 3 });
    const { id: _id, ...draft } = request;
    const creating = (replaces: string) => node.as(user).create({ ...draft, replaces });
    await expect(creating('nothing')).rejects.toMatchObject(refused('NOT_FOUND'));
    const stranger = await node.subscriber('launch');
    const stolen = node.as(stranger).create({ ...draft, replaces: id });
    await expect(stolen).rejects.toMatchObject(refused('NOT_FOUND'));
    await node.as(user).execute({ id, force: true });
    await expect(creating(id)).rejects.toMatchObject(refused('ILLEGAL_TRANSITION'));
  });
});
