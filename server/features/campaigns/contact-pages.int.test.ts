import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let refusing = false;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.stop());

/** While set, the ledger refuses every hold. */
function withRefusals(deps: CampaignsDeps): CampaignsDeps {
  const { ledger } = deps;
  return {
    ...deps,
    ledger: {
      ...ledger,
      execute: (streamId, command) =>
        refusing && command.type === 'hold'
          ? Promise.resolve({ ok: false, refusal: { type: 'InDebt', debt: 1 } })
          : ledger.execute(streamId, command),
    },
  };
}

it('every contact is on exactly one page, also after refused lists', async () => {
  const node = await system.startNode({ deps: withRefusals });
  const user = await node.subscriber('launch');
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(4)));
  const { id } = campaign;
  const add = (...endings: string[]) =>
    node.as(user).addContacts({ campaign: id, contacts: endings.map((ending) => contactEnding(ending)) });
  const expectRefusal = async (...endings: string[]) => {
    refusing = true;
    await expect(add(...endings)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    refusing = false;
  };

  const byCursors = async (size: number) => {
    const found: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { contacts, next } = await node.as(user).contacts({ id, cursor, page_size: size });
      // The last page says that it is, also where it is full.
      expect(contacts).not.toEqual([]);
      found.push(...contacts.map(endOf));
      cursor = next;
    }
    return found;
  };

  await expectRefusal('7001', '7002');
  await expectRefusal('7003');
  await add('8001', '8002');
  await expectRefusal('7004');
  await add('9001');

  const first = await node.as(user).contacts({ id, page_size: 4 });
  const second = await node.as(user).contacts({ id, page: 2, page_size: 4 });
  const third = await node.as(user).contacts({ id, page: 3, page_size: 4 });
  expect([first.contacts.length, first.total]).toEqual([4, 7]);
  expect(second.contacts.map(endOf)).toEqual(['8001', '8002', '9001']);
  expect(third.contacts).toEqual([]);
  expect((await node.deps.campaigns.find(id))?.unusedSeqs).toEqual([
    { from: 5, to: 7 },
    { from: 10, to: 10 },
  ]);
  expect(await allOf(user, id, node)).toEqual([...first.contacts.map(endOf), '8001', '8002', '9001']);
  for (const size of [1, 2, 3, 7, 8]) expect(await byCursors(size)).toEqual(await allOf(user, id, node));
  for (const cursor of ['x', '-1', '1.5', '9999999999'])
    await expect(node.as(user).contacts({ id, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await node.as(user).contacts({ id, cursor: '7' })).toMatchObject({ contacts: [], next: null });
  const { contact } = await node.campaigns.messages.find(user.uid, { id, contact: 5 });
  expect(endOf(contact)).toBe('8001');
});

function endOf({ recommended_phone }: { recommended_phone: string }): string {
  return recommended_phone.slice(-4);
}

/** Reads the contacts in pages of one. */
async function allOf(
  user: SignedInUser,
  id: string,
  node: Awaited<ReturnType<TestSystem['startNode']>>,
): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; page <= 8; page += 1)
    found.push(...(await node.as(user).contacts({ id, page, page_size: 1 })).contacts.map(endOf));
  return found;
}
