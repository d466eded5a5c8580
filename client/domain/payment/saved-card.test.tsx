// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PaymentMethodView } from '#shared/schemas/billing/billing.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { CardLine, savedCardOption } from './saved-card.tsx';

type Card = PaymentMethodView['card'];

const VISA: Card = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:30:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each<[Partial<Card>, string]>([
  [{}, 'Visa ending in 4242 Expires 08/29'],
  [{ brand: 'amex' }, 'American Express ending in 4242 Expires 08/29'],
  [{ brand: 'unheard' }, 'Card ending in 4242 Expires 08/29'],
  [{ exp_month: 11, exp_year: 2026 }, 'Visa ending in 4242 Expires 11/26 Expires soon'],
  [{ exp_month: 10, exp_year: 2026 }, 'Visa ending in 4242 Expired 10/26 Expired'],
])('a card with %j reads: %s', async (change, said) => {
  await renderScreen(<CardLine card={{ ...VISA, ...change }} />);
  expect(text()).toBe(said);
});

test.each<[Partial<Card>, string, string, boolean]>([
  [{}, 'pm1', 'Default', false],
  [{}, 'pm2', '', false],
  [{ exp_month: 11, exp_year: 2026 }, 'pm1', 'Expires soon', false],
  [{ exp_month: 10, exp_year: 2026 }, 'pm1', 'Expired', true],
])('as a choice, %j with the default %s is marked “%s”', async (change, defaultId, badge, disabled) => {
  const option = savedCardOption({ id: 'pm1', card: { ...VISA, ...change } }, defaultId);
  await renderScreen(option.aside ?? null);
  expect([text(), option.disabled, option.value]).toEqual([badge, disabled, 'pm1']);
});
