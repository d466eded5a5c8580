// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { PaymentMethodView } from '#shared/schemas/billing/billing.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { button, click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { stubStripe } from '#client/testing/stub-stripe.ts';
import { PaymentMethod } from './payment-method.tsx';
import { SavedCards } from './saved-cards.tsx';

const card = (id: string, last4: string, exp_year = 2030): PaymentMethodView => ({
  id,
  card: { brand: 'visa', last4, exp_month: 8, exp_year },
});
const VISA = card('pm_1', '4242');
const OTHER = card('pm_2', '1881');

/** Answers with saved cards, of which the first is the default one. */
const billing = (cards: PaymentMethodView[], answers: Answers['billing'] = {}): { answers: Answers } => ({
  answers: {
    billing: {
      paymentMethods: () => ({ payment_methods: cards }),
      defaultPaymentMethod: () => ({ payment_method: cards[0] ?? null }),
      // The payment client stays away.
      autoPurchase: () => ({ on: false, settings: null, bought: 0, stopped: null }),
      token: () => held<{ publishableKey: string }>().promise,
      ...answers,
    },
  },
});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
  };
});

test('the cards are listed; only another than the default one can be made the default', async () => {
  await renderScreen(<SavedCards required />, billing([VISA, OTHER]));
  expect(text()).toBe(
    'Visa ending in 4242 Expires 08/30 Default Visa ending in 1881 Expires 08/30 Make Default Visa ending in 1881',
  );
});

test.each([
  [[], true, 'No card is saved yet. Please add one.'],
  [[card('pm_1', '4242', 2025)], true, 'Expired 08/25 Expired'],
])('the cards %j show a text', async (cards, required, said) => {
  await renderScreen(<SavedCards required={required} />, billing(cards));
  expect(text()).toContain(said);
});

test('cards that cannot be loaded are asked for again', async () => {
  const paymentMethods = vi.fn(() => Promise.reject<{ payment_methods: PaymentMethodView[] }>(noResponse()));
  await renderScreen(<SavedCards required />, billing([VISA], { paymentMethods }));
  paymentMethods.mockResolvedValue({ payment_methods: [VISA] });
  await click('Retry');
  expect(text()).toContain('Visa ending in 4242');
});

test.each([
  [true, [VISA], true],
  [true, [VISA, OTHER], false],
  [false, [VISA], false],
])('a card that a plan needs (%s) stays as the last one of %j: %s', async (required, cards, stays) => {
  await renderScreen(<SavedCards required={required} />, billing(cards));
  expect(isDisabled('Remove Visa ending in 4242')).toBe(stays);
});

test('a card is removed once, after a confirmation', async () => {
  const answer = held<{ success: true }>();
  const screen = await renderScreen(
    <SavedCards required />,
    billing([VISA, OTHER], { removePaymentMethod: () => answer.promise }),
  );
  await click('Remove Visa ending in 1881');
  await click('Keep card');
  expect(screen.sent('billing.removePaymentMethod')).toEqual([]);
  await click('Remove Visa ending in 1881');
  expect(text()).toContain('Remove Visa ending in 1881?');
  await click('Remove card', 2);
  expect(screen.sent('billing.removePaymentMethod')).toEqual([{ paymentMethodId: 'pm_2' }]);
  answer.give({ success: true });
  await vi.waitFor(() => expect(text()).toContain('Visa ending in 1881 was removed.'));
  expect(screen.sent('billing.paymentMethods')).toHaveLength(2);
  expect(screen.sent('billing.defaultPaymentMethod')).toHaveLength(2);
  expect(hasButton('Keep card')).toBe(false);
});

test.each([
  [true, 'pm_2', true],
  [false, 'pm_2', false],
  [true, 'pm_1', false],
])('a removal says whether automatic purchase (on: %s, with %s) ends with it: %s', async (on, id, says) => {
  const settings = { threshold: 2_000, credits: 5_000, max_per_month: 3, paymentMethodId: id } as const;
  const autoPurchase = vi.fn(() => ({ on, settings, bought: 0, stopped: null }));
  await renderScreen(
    <SavedCards required />,
    billing([VISA, OTHER], { autoPurchase, removePaymentMethod: () => ({ success: true }) }),
  );
  await click('Remove Visa ending in 1881');
  expect(text().includes('Automatic purchase uses it, and buys nothing until you choose another card.')).toBe(
    says,
  );
  await click('Remove card');
  await vi.waitFor(() => expect(autoPurchase).toHaveBeenCalledTimes(2));
});

test('a removal that is refused says why', async () => {
  await renderScreen(
    <SavedCards required />,
    billing([VISA, OTHER], { removePaymentMethod: () => Promise.reject(refusal('A plan needs it')) }),
  );
  await click('Remove Visa ending in 4242');
  await click('Remove card');
  expect(text()).toContain('A plan needs it');
  expect(hasButton('Keep card')).toBe(false);
});

const changed = { success: true, payment_method: OTHER, error: null, clientSecret: null } as const;

test.each([
  [() => ({ ...changed, payment: 'none' as const }), 'Payment method updated.'],
  [() => ({ ...changed, payment: 'paid' as const }), 'Payment method updated.'],
  [() => ({ ...changed, payment: 'declined' as const, error: 'No funds' }), 'Payment failed: No funds'],
  [() => Promise.reject(noResponse()), 'Failed to update payment method'],
  [() => Promise.reject(refusal('The card was refused')), 'Failed to update payment method'],
  [
    () =>
      Promise.reject(
        refusal('Please confirm that it is you', { code: 'REAUTHENTICATION_REQUIRED', status: 403 }),
      ),
    'Please confirm that it is you',
  ],
])('a new default card pays what is overdue', async (updatePaymentMethod, said) => {
  const screen = await renderScreen(<SavedCards required />, billing([VISA, OTHER], { updatePaymentMethod }));
  await click('Make Default Visa ending in 1881');
  expect(screen.sent('billing.updatePaymentMethod')).toEqual([{ paymentMethodId: 'pm_2' }]);
  expect(text()).toContain(said);
  expect(screen.sent('billing.paymentMethods')).toHaveLength(2);
});

test('a card that is changed stays so where the payment of what is overdue is not finished at once', async () => {
  const confirmPayment = () => Promise.resolve({ paymentIntent: { status: 'succeeded' } });
  stubStripe({ confirmPayment });
  await renderScreen(
    <SavedCards required />,
    billing([VISA, OTHER], {
      updatePaymentMethod: () => ({ ...changed, payment: 'requires_action', clientSecret: 'pi_1_secret_2' }),
      autoPurchase: () => ({ on: false, settings: null, bought: 0, stopped: null }),
      token: () => ({ publishableKey: 'pk_live_1' }),
      createSubscriptionAfterPayment: () =>
        Promise.reject(refusal('Please try again later.', { code: 'TOO_MANY_REQUESTS', status: 429 })),
    }),
  );
  await click('Make Default Visa ending in 1881');
  await vi.waitFor(() =>
    expect(text()).toContain('Payment method updated. Your plan is active again within minutes.'),
  );
  vi.unstubAllGlobals();
});

test.each([
  ['none', ['change'], 'Change Payment Method'],
  ['change', ['none'], 'Change Payment Method'],
  ['none', ['add'], 'Add New Card'],
] as const)('from %s, a button opens %j', async (panel, opened, name) => {
  const onPanel = vi.fn();
  await renderScreen(<PaymentMethod panel={panel} onPanel={onPanel} required />, billing([VISA]));
  expect(text()).toContain('Visa ending in 4242 Expires 08/30 Default');
  expect(button('Change Payment Method').getAttribute('aria-expanded')).toBe(String(panel === 'change'));
  expect(text().split('ending in')).toHaveLength(panel === 'change' ? 3 : 2);
  await click(name);
  expect(onPanel.mock.calls).toEqual([opened]);
});

test('without a saved card the default one says so, also after an error', async () => {
  await renderScreen(<PaymentMethod panel="none" onPanel={vi.fn()} required />, billing([]));
  expect(text()).toContain('No card is saved yet.');
  expect(hasButton('Retry')).toBe(false);
});

test('a default card that cannot be loaded is asked for again', async () => {
  const defaultPaymentMethod = vi.fn(() =>
    Promise.reject<{ payment_method: PaymentMethodView | null }>(noResponse()),
  );
  await renderScreen(
    <PaymentMethod panel="none" onPanel={vi.fn()} required />,
    billing([VISA], { defaultPaymentMethod }),
  );
  defaultPaymentMethod.mockResolvedValue({ payment_method: OTHER });
  await click('Retry');
  expect(text()).toContain('Visa ending in 1881');
});

test('a form for a new card hides the button that opens it', async () => {
  await renderScreen(
    <PaymentMethod panel="add" onPanel={vi.fn()} required />,
    billing([VISA], { beginCardSetup: () => ({ clientSecret: 'seti_1_secret_1' }) }),
  );
  expect(hasButton('Add New Card')).toBe(false);
});
