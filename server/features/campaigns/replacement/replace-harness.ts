import { expect } from 'vitest';
import { createAuditSources } from '#server/app/database/audit.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { AuditSource } from '#server/features/credits/api.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import type { Interruption } from '#server/testing/database/interruption.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { BUSY, type TestSystem } from '#server/testing/system/test-system.ts';

/** What a version of a campaign is seen by. */
interface Version {
  name: string;
  message: string;
  phones: string[];
  skipped: { reason: string; count: number }[];
  held: number;
}

/** Returns dependencies whose writes of a replacement are counted. */
export function interrupted(interruption: Interruption) {
  return (deps: CampaignsDeps): CampaignsDeps => ({
    ...deps,
    idempotencyKeys: interruption.around(deps.idempotencyKeys, ['claim', 'finish', 'release']),
    replacements: interruption.around(deps.replacements, ['begin', 'renew', 'decide', 'commit', 'close']),
    consents: interruption.around(deps.consents, ['record']),
    contacts: {
      ...interruption.around(deps.contacts, ['insert', 'eraseBefore', 'move', 'erase']),
      leftOut: interruption.around(deps.contacts.leftOut, ['insert', 'eraseBefore', 'move']),
    },
    ledger: interruption.around(deps.ledger, ['execute']),
    jobs: interruption.around(deps.jobs, ['startAt']),
  });
}

const phonesOf = (contacts: readonly { recommended_phone: string }[]) =>
  contacts.map(({ recommended_phone }) => recommended_phone).sort();

/** A Scheduled campaign with `before` calls, and its replacement with `after`; half of them are the same people. */
export async function twoVersions(node: CampaignNode, { before, after }: { before: number; after: number }) {
  const user = await node.subscriber('launch');
  const people = deliverableContacts(before + after + 1);
  const leftOut = people.slice(-1);
  await node.listOf(user).importBatch({ phones: phonesOf(leftOut) });
  const first = draftOf(user, people.slice(0, before));
  const from = Math.floor(before / 2);
  const called = people.slice(from, from + after);
  const second = { ...draftOf(user, [...called, ...leftOut]), message: 'Another message' };
  const { campaign } = await node.as(user).create(first);
  const of = (draft: typeof first, contacts: typeof people, skipped: Version['skipped']): Version => ({
    name: draft.campaign_name,
    message: draft.message,
    phones: phonesOf(contacts),
    skipped,
    held: contacts.length * 50,
  });
  return {
    user,
    id: campaign.id,
    request: { id: campaign.id, ...second },
    old: of(first, first.contacts, []),
    new: of(second, called, [{ reason: 'do not call', count: 1 }]),
  };
}

/** Returns what a campaign is now, where all that is stored of it agrees: its lists, consent, numbers, hold and audit. */
export async function versionOf(node: CampaignNode, user: SignedInUser, id: string): Promise<Version> {
  const { campaign } = await node.as(user).get({ id });
  const { contacts } = await node.as(user).contacts({ id, page: 1, page_size: 100 });
  const rows = await node.connection
    .collection('contacts')
    .find({ preparationId: { $exists: true } })
    .toArray();
  const own = rows.filter(({ campaignId }) => campaignId === id);
  const consents = await node.connection.collection('consents').find({ userId: user.uid }).toArray();
  const lists = [...new Set(own.map(({ preparationId }) => String(preparationId)))];
  expect(consents.map(({ _id }) => String(_id)).sort()).toEqual(lists.sort());
  // Nothing is left of another version, under whatever id.
  const stored = await node.connection.collection('campaigns').findOne({ _id: id as never });
  expect(stored).toMatchObject({ liveName: campaign.name, status: 'Scheduled' });
  expect(stored).not.toHaveProperty('preparing');
  const others = (await node.connection.collection('campaigns').distinct('_id')).map(String);
  expect(rows.filter(({ campaignId }) => !others.includes(String(campaignId)))).toEqual([]);
  const leftOut = await node.connection.collection('left_out_contacts').distinct('campaignId');
  expect(leftOut.filter((one) => !others.includes(String(one)))).toEqual([]);
  expect(own).toHaveLength(contacts.length);
  expect(campaign.total).toBe(contacts.length);
  expect(campaign.held).toBe(campaign.credit_cost);
  expect((await node.credits.ledger.balance(user.streamId)).held).toBe(campaign.held);
  await expectExact(node, user);
  const { name, message, skipped, held } = campaign;
  return { name, message, skipped, held, phones: phonesOf(contacts) };
}

const sourcesOf = new WeakMap<CampaignNode, AuditSource[]>();

/** Expects that the audit of the credits of a user finds nothing. */
export async function expectExact(node: CampaignNode, user: SignedInUser): Promise<void> {
  // The test system grants credits without the record of an invoice.
  const sources =
    sourcesOf.get(node) ?? createAuditSources(node.connection).all.filter(({ name }) => name !== 'invoices');
  sourcesOf.set(node, sources);
  expect((await auditOf(node.connection, user.streamId, sources)).differences).toEqual([]);
}

/** Sends a campaign and returns the numbers that the carrier was handed. */
export async function calledBy(system: TestSystem, node: CampaignNode, user: SignedInUser, id: string) {
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  return [...(await system.calls(id)).keys()].sort();
}

/** What a call that is refused with this code throws. */
export const refused = (code: string) => ({ cause: { code } });

/** Leaves a user this many credits to spend. */
export async function leave(
  { credits: { ledger } }: CampaignNode,
  { streamId }: SignedInUser,
  credits: number,
): Promise<void> {
  const { available } = await ledger.balance(streamId);
  const key = `adjust:${newId()}`;
  const amount = credits - available;
  await ledger.execute(streamId, { type: 'adjust', key, amount, reason: 'test' });
}
