import { expect, test } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { removeCard } from './remove-card.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const card = (id: string, own = {}) => ({
  id,
  brand: 'visa',
  last4: `000${id}`,
  expMonth: 1,
  expYear: 2030,
  fingerprint: id,
  created: NOW,
  ...own,
});

interface Given {
  cards?: object[];
  account?: object | undefined;
  marked?: boolean[];
}

/** Has a user remove card 1; returns what was asked of the stores and the provider, reads of cards aside. */
async function removed(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const marked = [...(given.marked ?? [true])];
  const account = 'account' in given ? given.account : { _id: 'u', customerId: 'cus' };
  const deps = {
    accounts: recorded('accounts', { byUid: () => Promise.resolve(account) }),
    gateway: recorded('gateway', {
      cards: () => Promise.resolve(given.cards ?? [card('1'), card('2')]),
    }),
    records: recorded('records'),
    removedCards: recorded('removedCards', { mark: () => Promise.resolve(marked.shift() ?? false) }),
    accountEvents: recorded('accountEvents'),
    trigger: () => undefined,
    clock: { now: () => NOW },
    log: recorded('log'),
  } as unknown as BillingDeps;
  await removeCard(deps, { user: { uid: 'u', streamId: 's' }, client: 'client' as never }, '1');
  return calls.filter(([name]) => /mark|record$|detach/.test(name as string));
}

const MARK = ['removedCards.mark', { _id: 'u', customerId: 'cus' }, ['1'], new Date(NOW.getTime() + 30_000)];
const EVENT = { uid: 'u', client: 'client', type: 'card_removed', key: '1' };

test('a card that is removed is noted in the history of the account, and again if the cards change meanwhile', async () => {
  expect(await removed({ marked: [false, true] })).toEqual([
    MARK,
    MARK,
    ['accountEvents.record', { ...EVENT, detail: { card: expect.stringContaining('0001') as unknown } }],
  ]);
});

test('the only card of a user without a plan can be removed', async () => {
  expect(await removed({ cards: [card('1')] })).toHaveLength(2);
});

test('a card of somebody else is not found; one that was removed before needs nothing', async () => {
  await expect(removed({ cards: [card('2')] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(removed({ account: undefined })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await removed({ cards: [], account: { _id: 'u', customerId: 'cus', removedCards: ['1'] } })).toEqual(
    [],
  );
});

test('cards that keep changing are left as they are', async () => {
  await expect(removed({ marked: [] })).rejects.toThrow('Your cards are being changed. Please try again.');
});
