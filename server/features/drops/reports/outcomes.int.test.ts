import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ drops: { reportDeadlineMs: 1_500 } });
  await node.startWorker();
});

afterAll(() => system.stop());

const PATIENT = { timeout: 25_000, interval: 50 };

describe('a campaign from creation to its end', () => {
  it('ends with the expected outcomes and charges delivered calls only', async () => {
    const user = await node.subscriber('launch');
    const api = node.as(user);

    const created = await api.create(draftOf(user));
    const { id } = created.campaign;
    expect(created).toMatchObject({
      credit_cost: 450,
      balance: 19_550,
      campaign: { status: 'Scheduled', total: 9, held: 450 },
    });

    await expect(api.execute({ id })).resolves.toEqual({ success: true, status: 'Sending' });
    await expect.poll(async () => (await api.status({ id })).status, PATIENT).toBe('Success');

    await expect(api.status({ id })).resolves.toMatchObject({
      total: 9,
      delivered: 2,
      failed: 7,
      pending: 0,
    });
    const { contacts } = await api.contacts({ id });
    expect(
      contacts.map(({ recommended_phone: phone, status, reason }) => [phone.slice(-4), status, reason]),
    ).toEqual([
      ['0001', 'success', null],
      ['0002', 'failed', 'No voicemail detected'],
      ['0003', 'failed', 'Mailbox full'],
      ['0004', 'failed', 'Unreachable'],
      ['0005', 'failed', 'No answer'],
      ['0006', 'failed', 'Busy'],
      ['0007', 'failed', 'Do not call'],
      ['0008', 'failed', 'No report'],
      ['0009', 'success', null],
    ]);
    expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ available: 19_900, held: 0 });

    const calls = await system.calls(id);
    expect(calls.size).toBe(9);
    expect([...calls.values()].map(({ deliveries }) => deliveries)).toEqual(Array(9).fill(1));
    expect(calls.get('12025550001')).toMatchObject({
      text: 'Hello Ana, this is Hark.',
      attemptId: `${id}-1-1`,
    });
  });
});
