import { describe, expect, test } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import { groupCards, nextDefault } from './card-groups.ts';
import { defaultCardOf, groupOf } from './saved-cards.ts';

const NOW = new Date('2026-11-20T00:00:00Z');

function cardOf(id: string, more: Partial<SavedCard> = {}): SavedCard {
  const fields = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, createdAt: NOW };
  return { id, ...fields, fingerprint: `of ${id}`, ...more };
}

/** The latest first: a card, another one, and an older copy of the first. */
const [FIRST, OTHER] = [cardOf('new', { fingerprint: 'same' }), cardOf('other')];
const COPY = cardOf('old', { fingerprint: 'same' });
const CARDS = [FIRST, OTHER, COPY];

describe('cards of a user', () => {
  test('copies of a card are one, of which the latest stays; cards without a fingerprint are none', () => {
    expect(groupCards(CARDS)).toEqual([
      { card: FIRST, copies: [COPY] },
      { card: OTHER, copies: [] },
    ]);
    const unknown = ['a', 'b'].map((id) => cardOf(id, { fingerprint: undefined }));
    expect(groupCards(unknown)).toEqual(unknown.map((card) => ({ card, copies: [] })));
  });

  test('a removed card is left out, and its copy takes its place', () => {
    expect(groupCards(CARDS, ['new'])).toEqual([
      { card: OTHER, copies: [] },
      { card: COPY, copies: [] },
    ]);
  });

  test('a group is found by each of its cards, and by no other id', () => {
    const groups = groupCards(CARDS);
    expect(['new', 'old', 'other', ''].map((id) => groupOf(groups, id)?.card.id)).toEqual([
      ...['new', 'new', 'other', undefined],
    ]);
  });
});

test.each([
  ['the default at the provider', 'other', 'other'],
  ['the card of which the default is an older copy', 'old', 'new'],
  ['the latest where the default is none of them', 'removed', 'new'],
  ['the latest where the provider has no default', undefined, 'new'],
])('%s pays next', async (_, atProvider, expected) => {
  const deps = {
    accounts: { byUid: () => Promise.resolve({ customerId: 'cus', removedCards: [] }) },
    gateway: {
      cards: () => Promise.resolve(CARDS),
      defaultCard: () => Promise.resolve(atProvider === undefined ? undefined : cardOf(atProvider)),
    },
    removedCards: { mark: () => Promise.resolve(true) },
    clock: { now: () => new Date(0) },
    trigger: () => undefined,
  } as unknown as BillingDeps;
  expect((await defaultCardOf(deps, 'ana', undefined))?.id).toBe(expected);
});

describe('in place of a removed default card', () => {
  const groupsOf = (...cards: SavedCard[]) => cards.map((card) => ({ card, copies: [] }));
  const expired = cardOf('expired', { expMonth: 10, expYear: 2026 });

  test.each([
    ['a newer copy of it', cardOf('old', { fingerprint: 'same' }), [OTHER, FIRST], 'new'],
    ['the latest that has not expired', cardOf('x'), [expired, OTHER, FIRST], 'other'],
    ['the latest of expired ones', cardOf('x'), [expired], 'expired'],
    ['none', cardOf('x'), [], undefined],
  ])('%s pays', (_, removed, left, expected) => {
    expect(nextDefault(removed, groupsOf(...left), NOW)?.id).toBe(expected);
  });

  test('no card pays for being without a fingerprint as well', () => {
    const [removed, other] = ['x', 'y'].map((id) => cardOf(id, { fingerprint: undefined }));
    if (removed === undefined || other === undefined) throw new Error('no cards');
    expect(nextDefault(removed, groupsOf(FIRST, other), NOW)?.id).toBe('new');
  });
});
