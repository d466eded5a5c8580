import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import {
  calledBy,
  expectExact,
  interrupted,
  leave,
  refused,
  twoVersions,
  versionOf,
} from './replace-harness.ts';

let system: TestSystem;
let node: CampaignNode;
let sweeper: CampaignNode;
const later = createTestClock();

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
  sweeper = await system.startNode({ clock: later, carrier: silentCarrier });
});
afterAll(() => system.stop());

/** People that none of the campaigns below call. */
const OTHERS = deliverableContacts(60).slice(50);

const OTHER = OTHERS[9] as (typeof OTHERS)[number];

const balanceOf = (user: SignedInUser) => node.credits.ledger.balance(user.streamId);

/** Opens another billing period: calls that are held from now on are priced in it. */
async function renew(user: SignedInUser, plan: 'launch' | 'dominate'): Promise<void> {
  const source = { kind: 'invoice' as const, id: newId() };
  const period = { id: source.id, start: new Date(Date.now() + 1_000) };
  const key = `grant:invoice:${source.id}`;
  await node.credits.ledger.execute(user.streamId, { type: 'grant', key, plan, source, period });
}

/** Lets a replacement on another process come to write `nth`. */
async function stoppedAt(
  nth: number,
  { user, request }: Awaited<ReturnType<typeof twoVersions>>,
  when: 'before' | 'after' = 'before',
): Promise<{ interruption: Interruption; replacement: Promise<unknown> }> {
  const interruption = interruptAt(nth, when);
  const worker = await system.startNode({ deps: interrupted(interruption) });
  const replacement = worker.as(user).replace(request);
  replacement.catch(() => undefined);
  await interruption.reached;
  return { interruption, replacement };
}

/** The write that decides a replacement by as many calls; without a key nothing comes before `begin`. */
const DECISION = 5;

test('contacts that are not named stay, and no credits move', async () => {
  const { user, id, old, request } = await twoVersions(node, { before: 3, after: 2 });
  const { contacts: _other, ...draft } = request;
  const before = await balanceOf(user);
  const dropDate = new Date(Date.now() + 2 * DAY_MS).toISOString();
  const result = await node.as(user, 'a-key').replace({ ...draft, drop_date: dropDate });
  expect(result).toMatchObject({ contacts_kept: true, credits_held: 0, credits_released: 0 });
  expect(result.campaign).toMatchObject({ drop_date: dropDate, name: draft.campaign_name });
  const { name, message } = { name: draft.campaign_name, message: draft.message };
  await expect(versionOf(node, user, id)).resolves.toEqual({ ...old, name, message });
  expect((await balanceOf(user)).version).toBe(before.version);
  // A repeated request does not change again what was changed since.
  await node.as(user).update({ id, message: 'A third message' });
  await node.as(user, 'a-key').replace({ ...draft, drop_date: dropDate });
  await expect(versionOf(node, user, id)).resolves.toEqual({ ...old, name, message: 'A third message' });
});

test('a saved list takes the place of the contacts, with its consent, and is remembered', async () => {
  const { user, id } = await twoVersions(node, { before: 3, after: 2 });
  const contacts = deliverableContacts(2);
  const { list } = await node.savedListsOf(user).create({ name: 'Customers', contacts });
  const { contacts: _other, ...draft } = draftOf(user);
  const result = await node.as(user).replace({ id, ...draft, list_id: list.id });
  expect(result).toMatchObject({ contacts_kept: false, credits_released: 50, campaign: { total: 2 } });
  expect((await node.as(user).get({ id })).campaign.list_id).toBe(list.id);
  expect((await versionOf(node, user, id)).phones).toHaveLength(2);
});

test('fields that the new version does not have are removed, and own columns are those of its message', async () => {
  const { user, id } = await twoVersions(node, { before: 2, after: 2 });
  const custom = (value: string) =>
    deliverableContacts(2).map((contact) => ({ ...contact, custom: { pet: value } }));
  const first = { ...draftOf(user, custom('Rex')), description: 'Spring', drops_per_minute: 5 };
  await node.as(user).replace({ id, ...first, message: 'Hello {pet}' });
  const { campaign } = await node.as(user).get({ id });
  expect(campaign).toMatchObject({ description: 'Spring', drops_per_minute: 5, message: 'Hello {pet}' });
  const stored = () => node.connection.collection('campaigns').findOne({ _id: id as never });
  expect(await stored()).toMatchObject({ columns: ['pet'] });

  const { list } = await node.savedListsOf(user).create({ name: 'Kept', contacts: deliverableContacts(2) });
  const { contacts: _listed, ...draft } = draftOf(user);
  await node.as(user).replace({ id, ...draft, list_id: list.id });
  for (const field of ['description', 'columns']) expect(await stored()).not.toHaveProperty(field);
  const { campaign: second } = await node.as(user).get({ id });
  expect(second).toMatchObject({ description: '', drops_per_minute: null, list_id: list.id });

  await node.as(user).replace({ id, ...draftOf(user, deliverableContacts(1)) });
  expect(await stored()).not.toHaveProperty('savedListId');
  expect((await node.as(user).get({ id })).campaign).toMatchObject({ list_id: null, total: 1 });
});

describe('what a replacement costs', () => {
  it('is the difference alone: with credits for two more calls, two more people can be called', async () => {
    const versions = await twoVersions(node, { before: 5, after: 7 });
    const { user, id, request } = versions;
    await leave(node, user, 2 * 50 - 1);
    await expect(node.as(user).replace(request)).rejects.toMatchObject(refused('INSUFFICIENT_CREDITS'));
    await expect(versionOf(node, user, id)).resolves.toEqual(versions.old);
    await leave(node, user, 2 * 50);
    expect(await node.as(user).replace(request)).toMatchObject({ credits_held: 100, balance: 0 });
    await expect(versionOf(node, user, id)).resolves.toEqual(versions.new);
  });

  it(
    'is exact for any numbers of calls, also where the price has changed since',
    { timeout: 120_000 },
    async () => {
      const sizes = fc.record({
        before: fc.integer({ min: 1, max: 6 }),
        afters: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
        plan: fc.constantFrom('launch' as const, 'dominate' as const),
      });
      await fc.assert(
        fc.asyncProperty(sizes, async ({ before, afters, plan }) => {
          const { user, id } = await twoVersions(node, { before, after: 1 });
          await renew(user, plan);
          for (const after of afters) {
            const { total, held } = (await node.as(user).get({ id })).campaign;
            const balance = await balanceOf(user);
            const more = Math.max(after - total, 0);
            const price = more === 0 ? 0 : (await node.credits.ledger.quote(user.streamId, more))?.cost;
            const result = await node.as(user).replace({ id, ...draftOf(user, OTHERS.slice(0, after)) });
            expect(result.credits_held).toBe(price);
            if (after >= total) expect(result.credits_released).toBe(0);
            expect(result.credit_cost).toBe(held + result.credits_held - result.credits_released);
            expect(result.balance).toBe(balance.available - result.credits_held + result.credits_released);
            const { lots } = await node.credits.ledger.campaignHold(user.streamId, id);
            expect(lots.reduce((sum, { calls }) => sum + calls, 0)).toBe(after);
            await versionOf(node, user, id);
          }
          await node.as(user).delete({ id });
          expect((await balanceOf(user)).held).toBe(0);
        }),
        { numRuns: 6 },
      );
    },
  );
});

describe('a replacement that is refused leaves the campaign as it was', () => {
  it.each<[string, string, (user: SignedInUser) => Promise<object> | object]>([
    [
      'a list of which nobody may be called',
      'INVALID_CSV',
      async (user) => {
        const contacts = deliverableContacts(1).map((one) => ({
          ...one,
          phone_number: '+12025550199',
          recommended_phone: '12025550199',
        }));
        await node.listOf(user).add({ phone: '12025550199' });
        return { contacts };
      },
    ],
    ['an empty list', 'INVALID_INPUT', () => ({ contacts: [] })],
    [
      'a name that is taken',
      'ALREADY_EXISTS',
      async (user) => {
        const taken = draftOf(user);
        await node.as(user).create(taken);
        return { campaign_name: taken.campaign_name };
      },
    ],
    ['a voice of somebody else', 'FORBIDDEN', () => ({ voice_id: 'voice-of-nobody' })],
    ['an unknown placeholder', 'INVALID_INPUT', () => ({ message: 'Hello {pet}' })],
    ['a list that does not exist', 'INVALID_INPUT', () => ({ contacts: undefined, list_id: 'none' })],
  ])('%s: %s', async (_problem, code, change) => {
    const { user, id, old, request } = await twoVersions(node, { before: 3, after: 4 });
    const balance = (await balanceOf(user)).available;
    const other = await change(user);
    const spent = balance - (await balanceOf(user)).available;
    const error = await node
      .as(user)
      .replace({ ...request, ...other })
      .catch((caught: unknown) => caught);
    expect(
      error instanceof Error ? ((error.cause as { code?: string }).code ?? 'INVALID_INPUT') : error,
    ).toBe(code);
    if (spent === 0) await expect(versionOf(node, user, id)).resolves.toEqual(old);
    expect((await node.as(user).get({ id })).campaign).toMatchObject({
      name: old.name,
      message: old.message,
    });
    await expectExact(node, user);
  });

  it('a name that is taken while the contacts are stored: what was held is given back', async () => {
    const versions = await twoVersions(node, { before: 3, after: 5 });
    const { user, id, request, old } = versions;
    await renew(user, 'dominate');
    // Stopped at the decision, after the hold.
    const { interruption, replacement } = await stoppedAt(DECISION + 1, versions);
    const { campaign } = await node
      .as(user)
      .create({ ...draftOf(user), campaign_name: request.campaign_name });
    interruption.resume();
    await expect(replacement).rejects.toMatchObject(refused('ALREADY_EXISTS'));
    await node.as(user).delete({ id: campaign.id });
    await node.drops.handlers.settleCampaign(campaign.id);
    const { phones, ...rest } = old;
    const { campaign: kept } = await node.as(user).get({ id });
    expect(kept).toMatchObject({ ...rest, total: phones.length });
    expect((await node.credits.ledger.campaignHold(user.streamId, id)).held).toBe(old.held);
    await expectExact(node, user);
  });

  it('an account that is closed meanwhile', async () => {
    const { user, id, old, request } = await twoVersions(node, { before: 2, after: 3 });
    const closing = await system.startNode({ isClosed: (uid) => uid === user.uid });
    await expect(closing.as(user).replace(request)).rejects.toMatchObject(refused('UNAUTHENTICATED'));
    await expect(versionOf(node, user, id)).resolves.toEqual(old);
  });

  it('a plan that has ended, for other contacts; those that are paid for may be told something else', async () => {
    const { user, id, old, request } = await twoVersions(node, { before: 2, after: 1 });
    const noPlan = await system.startNode({
      deps: (deps) => ({
        ...deps,
        subscriptions: { ...deps.subscriptions, isSubscribed: () => Promise.resolve(false) },
      }),
    });
    await expect(noPlan.as(user).replace(request)).rejects.toMatchObject(refused('SUBSCRIPTION_REQUIRED'));
    await expect(versionOf(node, user, id)).resolves.toEqual(old);
    const { contacts: _other, ...draft } = request;
    await expect(noPlan.as(user).replace(draft)).resolves.toMatchObject({ contacts_kept: true });
  });
});

describe('while a campaign is being replaced', () => {
  it.each<[string, (as: ReturnType<CampaignNode['as']>, id: string) => Promise<unknown>]>([
    ['is sent', (as, id) => as.execute({ id })],
    ['is paused', (as, id) => as.pause({ id })],
    ['is deleted', (as, id) => as.delete({ id })],
    ['is changed', (as, id) => as.update({ id, message: 'Another' })],
    ['is given contacts', (as, id) => as.addContact({ campaign_name: id, ...OTHER })],
  ])('it is refused that it %s', async (_action, act) => {
    const versions = await twoVersions(node, { before: 3, after: 3 });
    const { user, id } = versions;
    const { interruption, replacement } = await stoppedAt(DECISION, versions);
    await expect(act(node.as(user), id)).rejects.toMatchObject(refused('CONFLICT'));
    interruption.resume();
    await replacement;
    await expect(versionOf(node, user, id)).resolves.toEqual(versions.new);
  });

  it.each([
    ['before it is decided', DECISION],
    ['after it was decided', DECISION + 1],
  ])('the campaigns of a closed account are erased once it has ended: %s', async (_when, nth) => {
    const versions = await twoVersions(node, { before: 3, after: 3 });
    const { user } = versions;
    await stoppedAt(nth, versions);
    const [campaigns] = sweeper.campaigns.erasure;
    const account = { uid: user.uid, streamId: user.streamId, email: 'closed@hark.example' };
    expect(await campaigns?.erase(account)).toBe(false);
    for (const ms of [120_000, 2 * 3_600_000]) {
      later.advance(ms);
      await sweeper.campaigns.sweep();
      await campaigns?.erase(account);
    }
    expect(await campaigns?.erase(account)).toBe(true);
    expect((await balanceOf(user)).held).toBe(0);
    const lost = await node.connection.collection('contacts').distinct('campaignId');
    const known = (await node.connection.collection('campaigns').distinct('_id')).map(String);
    expect(lost.filter((one) => !known.includes(String(one)))).toEqual([]);
  });

  it('a second replacement is refused; one after the other, the last one counts', async () => {
    const versions = await twoVersions(node, { before: 3, after: 4 });
    const { user, id, request } = versions;
    const tabs = ['Tab one', 'Tab two', 'Tab three'].map((campaign_name) => ({ ...request, campaign_name }));
    const ends = await Promise.allSettled(tabs.map((tab) => node.as(user).replace(tab)));
    const done = ends.filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject(refused('CONFLICT'));
    await expect(versionOf(node, user, id)).resolves.toMatchObject({ phones: versions.new.phones });
    await node.as(user).replace(request);
    await expect(versionOf(node, user, id)).resolves.toEqual(versions.new);
  });

  it('it does not start at its drop date, and the version that is left does', async () => {
    for (const isReplaced of [true, false]) {
      const versions = await twoVersions(node, { before: 2, after: 2 });
      const { user, id } = versions;
      const { interruption, replacement } = await stoppedAt(DECISION, versions);
      await node.connection.collection('campaigns').updateOne(
        { _id: id as never },
        {
          $set: { dropDate: new Date(Date.now() - 1_000) },
        },
      );
      await node.drops.handlers.startCampaign(id);
      expect((await node.as(user).status({ id })).status).toBe('Scheduled');
      if (!isReplaced) {
        later.advance(120_000);
        await sweeper.campaigns.sweep();
      }
      interruption.resume();
      await replacement.catch(() => undefined);
      await node.drops.handlers.startCampaign(id);
      // The new version is due tomorrow.
      expect((await node.as(user).status({ id })).status).toBe(isReplaced ? 'Scheduled' : 'Sending');
    }
  });

  it('the voice that it is about to use is in use', async () => {
    const versions = await twoVersions(node, { before: 2, after: 2 });
    const { user, request } = versions;
    const { interruption, replacement } = await stoppedAt(DECISION, versions);
    await node.connection
      .collection('campaigns')
      .updateOne({ _id: versions.id as never }, { $set: { voiceId: 'voice-from-before' } });
    expect(await node.stores.campaigns.openCampaignWith(user.uid, request.voice_id)).toBe(versions.old.name);
    interruption.resume();
    await replacement;
  });

  it('a version of Hark that knows no replacements neither ends it nor starts the campaign', async () => {
    const versions = await twoVersions(node, { before: 2, after: 3 });
    const { user, id } = versions;
    await stoppedAt(DECISION + 1, versions);
    // What such a version sweeps.
    const far = new Date(Date.now() + 365 * DAY_MS);
    expect(await node.stores.preparations.claimExpired(far, far)).toEqual([]);
    await expect(node.as(user).execute({ id })).rejects.toMatchObject(refused('CONFLICT'));
    later.advance(120_000);
    await sweeper.campaigns.sweep();
    await expect(versionOf(node, user, id)).resolves.toEqual(versions.new);
  });
});

test('a campaign that has started cannot be replaced', async () => {
  const { user, id, old, request } = await twoVersions(node, { before: 3, after: 3 });
  const racing = interruptAt(1, 'before');
  const worker = await system.startNode({
    deps: (deps: CampaignsDeps) => ({ ...deps, replacements: racing.around(deps.replacements, ['begin']) }),
  });
  const replacement = worker.as(user).replace(request);
  replacement.catch(() => undefined);
  await racing.reached;
  expect(await calledBy(system, node, user, id)).toEqual([]);
  racing.resume();
  await expect(replacement).rejects.toMatchObject(refused('ILLEGAL_TRANSITION'));
  await expect(node.as(user).replace(request)).rejects.toMatchObject(refused('ILLEGAL_TRANSITION'));
  expect((await node.as(user).contacts({ id })).total).toBe(old.phones.length);
});

test('an attempt that was given up cannot replace the campaign once its key was used again', async () => {
  const versions = await twoVersions(node, { before: 2, after: 2 });
  const { user, id, request } = versions;
  const interruption = interruptAt(2, 'before');
  const worker = await system.startNode({ deps: interrupted(interruption) });
  const stale = worker.as(user, 'a-key').replace(request);
  stale.catch(() => undefined);
  await interruption.reached;
  later.advance(120_000);
  await sweeper.as(user, 'a-key').replace(request);
  await node.as(user).update({ id, message: 'A later message' });
  interruption.resume();
  await expect(stale).rejects.toMatchObject(refused('CONFLICT'));
  expect((await versionOf(node, user, id)).message).toBe('A later message');
});

test('contacts can be added and replaced again, and pages and counts are those of the last list', async () => {
  const versions = await twoVersions(node, { before: 5, after: 3 });
  const { user, id, request } = versions;
  await node.as(user).replace(request);
  await node.as(user).addContact({ campaign_name: id, ...OTHER });
  const { phones } = await versionOf(node, user, id);
  expect(phones).toHaveLength(4);
  const { contacts } = await node.as(user).contacts({ id, page: 2, page_size: 3 });
  expect(contacts).toHaveLength(1);
  await node.as(user).replace({ ...request, contacts: deliverableContacts(2) });
  expect((await versionOf(node, user, id)).phones).toHaveLength(2);
});
