import { expect, it } from 'vitest';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { contactsOfPayload, CONTACT_BATCH } from '#server/features/campaigns/contact-list/contact-source.ts';
import type { PreparedCampaign } from '#server/features/campaigns/preparation/preparation-store.ts';
import { storeContacts } from '#server/features/campaigns/preparation/store-contacts.ts';

const BATCHES = 5;
const campaign = {
  _id: 'c1',
  nextSeq: BATCHES * CONTACT_BATCH + 1,
  preparing: { preparationId: 's1', run: 1, calls: BATCHES * CONTACT_BATCH },
} as PreparedCampaign;

/** A store whose inserts complete when the test resolves them. */
function slowStore() {
  const inserts: { firstSeq: number; end: () => void; fail: (error: Error) => void }[] = [];
  const contacts = {
    insert: ({ firstSeq }: { firstSeq: number }) =>
      new Promise<void>((end, fail) => inserts.push({ firstSeq, end, fail })),
  } as unknown as CampaignsDeps['contacts'];
  return { inserts, contacts };
}

async function source() {
  const contacts = contactsOfPayload(deliverableContacts(BATCHES * CONTACT_BATCH));
  await contacts.check('Hello');
  return { source: contacts, screening: { reasonAt: () => undefined } };
}

const heartbeat = () => Promise.resolve();
/** Runs all pending tasks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs two inserts concurrently, in the order of the list', async () => {
  const { inserts, contacts } = slowStore();
  const storing = storeContacts({ contacts }, campaign, await source(), heartbeat);
  for (let n = 0; n < BATCHES; n += 1) {
    await settled();
    expect(inserts).toHaveLength(Math.min(n + 2, BATCHES));
    inserts[n]?.end();
  }
  expect(await storing).toBe(BATCHES * CONTACT_BATCH);
  expect(inserts.map(({ firstSeq }) => firstSeq)).toEqual([1, 1_001, 2_001, 3_001, 4_001]);
});

it('throws only after all inserts have ended', async () => {
  const { inserts, contacts } = slowStore();
  let thrown: unknown;
  const storing = storeContacts({ contacts }, campaign, await source(), heartbeat).catch((error: unknown) => {
    thrown = error;
  });
  await settled();
  inserts[1]?.fail(new Error('a number came twice'));
  await settled();
  expect(thrown).toBeUndefined();
  inserts[0]?.end();
  await storing;
  expect(thrown).toEqual(new Error('a number came twice'));
  expect(inserts).toHaveLength(2);
});

it('starts no insert after the sweeper has claimed the preparation', async () => {
  const { inserts, contacts } = slowStore();
  let heartbeats = 0;
  const expired = () => (++heartbeats > 1 ? Promise.reject(new Error('voided')) : Promise.resolve());
  const storing = storeContacts({ contacts }, campaign, await source(), expired);
  await settled();
  inserts[0]?.end();
  await expect(storing).rejects.toThrow('voided');
  expect(inserts).toHaveLength(1);
});
