import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';

const [DELIVERED, BUSY_LINE, DO_NOT_CALL] = [0, 4006, 4016];

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

/** A campaign whose calls are all at a carrier that reports nothing by itself. */
async function placedCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

const statusesOf = async (id: string) =>
  (await node.as(user).contacts({ id })).contacts.map(({ status }) => status);
const settle = (id: string) => node.drops.handlers.settleCampaign(id);

describe('reports', () => {
  it('count once, however often they come', async () => {
    const id = await placedCampaign(2);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => system.report(`${id}-${String((index % 2) + 1)}-1`, DELIVERED)),
    );
    expect(statuses).toEqual(Array(6).fill(200));
    await Promise.all([settle(id), settle(id)]);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({
      status: 'Success',
      delivered: 2,
      failed: 0,
    });
    expect(await system.report(`${id}-1-1`, BUSY_LINE)).toBe(200);
    await settle(id);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({ delivered: 2, failed: 0 });
  });

  it('of two failures count the first', async () => {
    const id = await placedCampaign(1);
    await system.report(`${id}-1-1`, BUSY_LINE);
    await system.report(`${id}-1-1`, 4002);
    const { contacts } = await node.as(user).contacts({ id });
    expect(contacts.map(({ reason }) => reason)).toEqual(['Busy']);
  });

  it('that two processes record concurrently count the first', async () => {
    const id = await placedCampaign(1);
    const final = { at: new Date(), code: '0', reason: '', retryable: false };
    await expect(node.engine.results.report(id, 1, [1], { ...final, status: 'success' })).resolves.toBe(1);
    await expect(node.engine.results.report(id, 1, [1], { ...final, status: 'failed' })).resolves.toBe(0);
    expect(await statusesOf(id)).toEqual(['success']);
  });

  it('are kept when they come before the placement is recorded', async () => {
    const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
    const { id } = campaign;
    await node.as(user).execute({ id });
    const early = await system.startNode({
      carrier: (real) => ({
        ...real,
        async place({ attemptId }) {
          await system.report(attemptId, DELIVERED);
          return { kind: 'accepted', messageId: attemptId };
        },
      }),
    });
    await early.drops.handlers.runCampaign(id, BUSY);
    expect(await statusesOf(id)).toEqual(['success']);
  });

  it('are refused for unknown attempts, for a wrong secret, and if they are malformed', async () => {
    const id = await placedCampaign(1);
    expect(await system.report(`${id}-2-1`, DELIVERED)).toBe(404);
    expect(await system.report(`${id}-1-2`, DELIVERED)).toBe(404);
    expect(await system.report('nothing-of-ours', DELIVERED)).toBe(404);
    const body = JSON.stringify({
      foreign_id: `${id}-1-1`,
      phone_number: '+12025551000',
      status: 'success',
      reason_code: 0,
    });
    const post = (path: string, text: string) =>
      fetch(`${system.origin}/webhooks${path}`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json' },
      });
    const own = '/carrier/callback-secret';
    for (const path of ['/carrier/guess', own.replace('callback', 'CALLBACK')])
      expect((await post(path, body)).status).toBe(404);
    const huge = JSON.stringify({ filler: 'x'.repeat(20_000) });
    for (const [path, text, status] of [
      ['/carrier/guess', 'no json', 404],
      ['/carrier/guess', huge, 413],
      ['/carrier', huge, 413],
      [own, 'no json', 400],
      [own, huge, 413],
      [own, '[]', 400],
      [own, body.replace('"success"', '"answered"'), 400],
      [own, body.replace(':0', ':-1'), 400],
      [own, body.replace(`${id}-1-1`, `${id}-1-1.0`), 404],
    ] as const)
      expect([path, text.slice(0, 99), (await post(path, text)).status]).toEqual([
        path,
        text.slice(0, 99),
        status,
      ]);
    expect(await statusesOf(id)).toEqual(['sending']);
  });
});

describe('a retry', () => {
  it('calls retryable contacts again, with its own hold', async () => {
    const id = await placedCampaign(3);
    await Promise.all([
      system.report(`${id}-1-1`, DELIVERED),
      system.report(`${id}-2-1`, BUSY_LINE),
      system.report(`${id}-3-1`, DO_NOT_CALL),
    ]);
    await settle(id);
    const before = await node.credits.ledger.balance(user.streamId);

    await expect(node.as(user).retry({ id })).resolves.toMatchObject({
      status: 'Sending',
      retried: 1,
      credit_cost: 50,
    });
    await node.drops.handlers.runCampaign(id, BUSY);
    expect(await statusesOf(id)).toEqual(['success', 'sending', 'failed']);
    await system.report(`${id}-2-2`, DELIVERED);
    await settle(id);

    await expect(node.as(user).get({ id })).resolves.toMatchObject({
      campaign: { status: 'Success', delivered: 2, failed: 1, pending: 0, retryable: 0, held: 0 },
    });
    expect((await node.credits.ledger.balance(user.streamId)).available).toBe(before.available - 50);
  });

  it('is withdrawn by a late success that comes before it is claimed', async () => {
    const id = await placedCampaign(1);
    await system.report(`${id}-1-1`, BUSY_LINE);
    await settle(id);
    await node.as(user).retry({ id });
    await system.report(`${id}-1-1`, DELIVERED);
    await node.drops.handlers.runCampaign(id, BUSY);
    await settle(id);
    expect(await statusesOf(id)).toEqual(['success']);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({
      status: 'Success',
      delivered: 1,
      failed: 0,
    });
  });

  it('without retryable contacts changes nothing', async () => {
    const id = await placedCampaign(1);
    await system.report(`${id}-1-1`, DO_NOT_CALL);
    await settle(id);
    const before = await node.credits.ledger.balance(user.streamId);
    await expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Failed', failed: 1 });
    expect(await node.credits.ledger.balance(user.streamId)).toEqual(before);
  });

  it('that cannot be paid leaves the failed calls unchanged', async () => {
    const poor = await node.subscriber('launch');
    const { campaign } = await node.as(poor).create(draftOf(poor, deliverableContacts(300)));
    const { id } = campaign;
    await node.as(poor).execute({ id });
    await node.drops.handlers.runCampaign(id, BUSY);
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => system.report(`${id}-${String(index + 1)}-1`, BUSY_LINE)),
    );
    await settle(id);
    await node.as(poor).create(draftOf(poor, deliverableContacts(390)));

    await expect(node.as(poor).retry({ id })).rejects.toThrow(
      'Insufficient credits: 19,350 needed, 500 available',
    );
    await expect(node.as(poor).get({ id })).resolves.toMatchObject({
      campaign: { status: 'Failed', failed: 300, retryable: 300 },
    });
    const { contacts } = await node.as(poor).contacts({ id, page_size: 300 });
    expect(new Set(contacts.map(({ status, reason }) => `${status} ${reason ?? ''}`))).toEqual(
      new Set(['failed Busy']),
    );
  });
});
