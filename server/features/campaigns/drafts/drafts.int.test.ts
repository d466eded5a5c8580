import { afterAll, beforeAll, expect, it } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { MAX_DRAFTS } from '#shared/limits.ts';
import type { CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
});
afterAll(() => system.stop());

const draftNamed = (name: string): CampaignDraft => ({
  step: 3,
  stepId: 'message',
  form: {
    name,
    description: 'Open house',
    message: 'Hi {first_name|there}',
    startDate: null,
    endDate: null,
    campaignTime: '16:00',
    callsPerMinute: null,
    retry: null,
    maxCalls: null,
    other: null,
    part: 1 as const,
    voiceId: null,
    messageOverrides: [],
    consent: null,
    callingHours: { from: '20:00', to: '09:30', days: [] },
  },
  file: { name: 'leads.csv', size: 10, lastModified: 5 },
  reading: AS_WRITTEN,
  contacts: 60,
  list: null,
  first: null,
  replaces: null,
  publishKey: null,
  savedAt: 1_700_000_000_000,
});

async function newUser() {
  const user = await node.subscriber('launch');
  return { user, drafts: node.as(user).drafts };
}
const saved = (version: string) => ({ saved: true, version });

it('a draft is saved, read and discarded by its user alone', async () => {
  const [one, other] = [await newUser(), await newUser()];
  expect(await one.drafts.get()).toEqual({ draft: null });
  const campaign = {
    id: 'c',
    name: 'Spring',
    contacts: 2,
    skipped: [],
    dropDate: '',
    creditCost: 50,
    balance: 0,
  };
  const content = { ...draftNamed('Spring'), first: { test: 'd', campaign, secondName: 'Spring 2' } };
  expect(await one.drafts.save({ base: null, tab: 'a', edit: 1, content })).toEqual(saved('a.1'));
  expect(await one.drafts.get()).toEqual({ draft: { version: 'a.1', content } });
  expect(await other.drafts.get()).toEqual({ draft: null });
  await other.drafts.discard();
  expect(await one.drafts.get()).toMatchObject({ draft: { version: 'a.1' } });
  await one.drafts.discard();
  expect(await one.drafts.get()).toEqual({ draft: null });
  await one.drafts.discard();
});

it('a change of a draft that was changed elsewhere is refused with the newer one, until its owner decides', async () => {
  const { drafts } = await newUser();
  const [first, second] = [draftNamed('First'), draftNamed('Second')];
  await drafts.save({ base: null, tab: 'a', edit: 1, content: first });
  expect(await drafts.save({ base: 'a.1', tab: 'b', edit: 1, content: second })).toEqual(saved('b.1'));
  const refused = { saved: false, draft: { version: 'b.1', content: second } };
  expect(await drafts.save({ base: 'a.1', tab: 'a', edit: 2, content: first })).toEqual(refused);
  expect(await drafts.save({ base: null, tab: 'c', edit: 1, content: first })).toEqual(refused);
  expect(await drafts.save({ base: 'b.1', tab: 'a', edit: 3, content: first })).toEqual(saved('a.3'));
});

it('an answer that was lost does not make a tab its own rival, and a late request changes nothing', async () => {
  const { drafts } = await newUser();
  const content = draftNamed('Spring');
  await drafts.save({ base: null, tab: 'a', edit: 1, content });
  expect(await drafts.save({ base: null, tab: 'a', edit: 1, content })).toEqual(saved('a.1'));
  expect(await drafts.save({ base: null, tab: 'a', edit: 2, content })).toEqual(saved('a.2'));
  expect(await drafts.save({ base: null, tab: 'a', edit: 1, content })).toMatchObject({
    saved: false,
    draft: { version: 'a.2' },
  });
});

it('a draft that was discarded elsewhere does not come back by itself', async () => {
  const { drafts } = await newUser();
  const content = draftNamed('Spring');
  await drafts.save({ base: null, tab: 'a', edit: 1, content });
  await drafts.discard();
  expect(await drafts.save({ base: 'a.1', tab: 'a', edit: 2, content })).toEqual({
    saved: false,
    draft: null,
  });
  expect(await drafts.get()).toEqual({ draft: null });
});

it('of changes at once that follow the same version, one is stored', async () => {
  const { drafts } = await newUser();
  const content = draftNamed('Spring');
  for (const base of [null, 'a.1']) {
    if (base !== null) await drafts.discard();
    if (base !== null) await drafts.save({ base: null, tab: 'a', edit: 1, content });
    const tabs = Array.from({ length: 8 }, (_, at) => `t${String(at)}`);
    const results = await Promise.all(tabs.map((tab) => drafts.save({ base, tab, edit: 1, content })));
    expect(results.filter((result) => result.saved)).toHaveLength(1);
  }
});

it.each([
  ['a message beyond its length', { form: { ...draftNamed('x').form, message: 'x'.repeat(1_201) } }],
  ['a step that is none', { step: 9 }],
  ['a time that is none', { form: { ...draftNamed('x').form, campaignTime: '25:00' } }],
  ['a file with a long name', { file: { name: 'x'.repeat(2_000), size: 1, lastModified: 1 } }],
])('a draft with %s is refused', async (_, change) => {
  const { drafts } = await newUser();
  const content = { ...draftNamed('Spring'), ...change } as CampaignDraft;
  await expect(drafts.save({ base: null, tab: 'a', edit: 1, content })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

it('a draft that an earlier version stored and this one cannot read is as none, and can be replaced', async () => {
  const { user, drafts } = await newUser();
  const old = { version: 'old.1', tab: 'old', edit: 1, savedAt: new Date(), content: { step: 'name' } };
  await node.connection.collection('campaign_drafts').insertOne({ _id: user.uid as never, ...old });
  expect(await drafts.get()).toEqual({ draft: null });
  await drafts.discard();
  const content = draftNamed('Spring');
  expect(await drafts.save({ base: null, tab: 'a', edit: 1, content })).toEqual(saved('a.1'));
});

const at = (id: string, edit = 1, base: string | null = null) => ({ id, base, tab: id, edit });

it('several drafts are kept, listed by when they were saved, and discarded one by one', async () => {
  const [{ drafts }, other] = [await newUser(), await newUser()];
  await drafts.save({ base: null, tab: 'old', edit: 1, content: draftNamed('Old') });
  await drafts.save({ ...at('one'), content: draftNamed(' One ') });
  await drafts.save({
    ...at('two'),
    content: { ...draftNamed(''), step: 1, stepId: 'name', contacts: null },
  });
  await drafts.save({ ...at('one', 2, 'one.1'), content: { ...draftNamed('One'), savedAt: 5 } });
  const message = { step: 3, stepId: 'message', contacts: 60, replaces: null, savedAt: 1_700_000_000_000 };
  expect(await drafts.list()).toEqual({
    drafts: [
      { ...message, id: 'one', version: 'one.2', name: 'One', savedAt: 5 },
      { ...message, id: 'two', version: 'two.1', name: '', step: 1, stepId: 'name', contacts: null },
      { ...message, id: 'first', version: 'old.1', name: 'Old' },
    ],
  });
  expect(await drafts.get({ id: 'two' })).toMatchObject({ draft: { version: 'two.1' } });
  expect(await drafts.get()).toMatchObject({ draft: { version: 'old.1' } });
  await drafts.discard({ id: 'two' });
  await drafts.discard();
  expect((await drafts.list()).drafts.map(({ id }) => id)).toEqual(['one']);

  // An id names a draft of the caller alone.
  expect(await other.drafts.list()).toEqual({ drafts: [] });
  expect(await other.drafts.get({ id: 'one' })).toEqual({ draft: null });
  await other.drafts.discard({ id: 'one' });
  expect(await other.drafts.save({ ...at('one'), content: draftNamed('Theirs') })).toEqual(saved('one.1'));
  expect(await drafts.get({ id: 'one' })).toMatchObject({ draft: { content: { form: { name: 'One' } } } });
});

it('a draft of a version with one draft for each user is one of several, and its calls go on', async () => {
  const { user, drafts } = await newUser();
  const collection = node.connection.collection<{ _id: string }>('campaign_drafts');
  const old = { version: 'old.1', tab: 'old', edit: 1, savedAt: new Date(0), content: draftNamed('Old') };
  await collection.insertOne({ _id: user.uid, ...old });
  await drafts.save({ ...at('new'), content: draftNamed('New') });
  expect((await drafts.list()).drafts.map(({ id, name }) => [id, name])).toEqual([
    ['new', 'New'],
    ['first', 'Old'],
  ]);
  // Such a process changes and discards its own draft alone.
  await collection.updateOne({ _id: user.uid }, { $set: { version: 'old.2', edit: 2 } });
  expect(await drafts.get()).toMatchObject({ draft: { version: 'old.2' } });
  await collection.deleteOne({ _id: user.uid });
  expect((await drafts.list()).drafts.map(({ id }) => id)).toEqual(['new']);
});

it('changes of several drafts at once are all stored', async () => {
  const { drafts } = await newUser();
  const ids = Array.from({ length: 8 }, (_, index) => `d${String(index)}`);
  const results = await Promise.all(ids.map((id) => drafts.save({ ...at(id), content: draftNamed(id) })));
  expect(results).toEqual(ids.map((id) => saved(`${id}.1`)));
  expect((await drafts.list()).drafts.map(({ name }) => name).sort()).toEqual(ids);
});

it('nobody keeps more drafts than the limit, also by requests at once; those there are go on', async () => {
  const { drafts } = await newUser();
  await drafts.save({ base: null, tab: 'old', edit: 1, content: draftNamed('Old') });
  const ids = Array.from({ length: MAX_DRAFTS + 3 }, (_, index) => `d${String(index)}`);
  const results = await Promise.allSettled(
    ids.map((id) => drafts.save({ ...at(id), content: draftNamed(id) })),
  );
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  expect(refused).toHaveLength(4);
  for (const error of refused)
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: 'You can keep 20 drafts. Publish or delete one to keep another.',
    });
  const kept = (await drafts.list()).drafts;
  expect(kept).toHaveLength(MAX_DRAFTS);
  const one = kept[0]?.id ?? expect.fail();
  expect(await drafts.save({ ...at(one, 2, `${one}.1`), content: draftNamed('On') })).toEqual(
    saved(`${one}.2`),
  );
  await drafts.discard({ id: one });
  expect(await drafts.save({ ...at('more'), content: draftNamed('More') })).toEqual(saved('more.1'));
});

it.each(['', 'a/b', 'x'.repeat(61), '$ne'])('%j is no id of a draft', async (id) => {
  const { drafts } = await newUser();
  await expect(drafts.get({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(drafts.discard({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
