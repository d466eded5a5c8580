// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { PaymentMethodView, SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { button, click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { stubStripe } from '#client/testing/stub-stripe.ts';
import { turn, until } from '#client/testing/turn.ts';
import { PayNow, PayUnpaid } from './pay-now.tsx';

const card = (id: string, last4: string): PaymentMethodView => ({
  id,
  card: { brand: 'visa', last4, exp_month: 8, exp_year: 2030 },
});
const CARDS = [card('pm_1', '4242'), card('pm_2', '1881')];
const PAID = {
  success: true,
  payment_method: null,
  payment: 'paid',
  error: null,
  clientSecret: null,
} as const;

const billing = (answers: Answers['billing'] = {}): { answers: Answers } => ({
  answers: {
    billing: {
      paymentMethods: () => ({ payment_methods: CARDS }),
      defaultPaymentMethod: () => ({ payment_method: CARDS[1] ?? null }),
      // The payment client stays away.
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

test('an invoice is paid once with the default card, and the button is busy meanwhile', async () => {
  const answer = held<typeof PAID>();
  const screen = await renderScreen(
    <PayNow invoiceId="in_1" amount={200} />,
    billing({ payOpenInvoice: () => answer.promise }),
  );
  await click('Pay now');
  expect(text()).toContain('Pay $200 now');
  await click('Cancel');
  expect(screen.sent('billing.payOpenInvoice')).toEqual([]);
  await click('Pay now');
  await click('Pay $200', 2);
  expect(screen.sent('billing.payOpenInvoice')).toEqual([{ invoiceId: 'in_1', paymentMethodId: 'pm_2' }]);
  expect(hasButton('Pay $200')).toBe(false);
  expect(isDisabled('Pay now')).toBe(true);
  await turn(() => {
    answer.give(PAID);
  });
  expect(text()).toContain('Payment succeeded. Your plan is active again.');
  expect(isDisabled('Pay now')).toBe(false);
});

test('another card than the default one can pay', async () => {
  const screen = await renderScreen(<PayNow invoiceId="in_1" />, billing({ payOpenInvoice: () => PAID }));
  await click('Pay now');
  expect(text()).toContain('Pay the open invoice');
  await click('Visa ending in 4242 Expires 08/30');
  await click('Pay');
  expect(screen.sent('billing.payOpenInvoice')).toEqual([{ invoiceId: 'in_1', paymentMethodId: 'pm_1' }]);
});

test.each([
  [() => ({ ...PAID, payment: 'declined' as const, error: 'No funds' }), 'Payment failed: No funds'],
  [() => Promise.reject(refusal('It is paid already')), 'It is paid already'],
  [() => Promise.reject(noResponse()), 'Payment failed. Please try again.'],
])('a payment that fails says why', async (payOpenInvoice, said) => {
  await renderScreen(<PayNow invoiceId="in_1" />, billing({ payOpenInvoice }));
  await click('Pay now');
  await click('Pay');
  expect(text()).toContain(said);
  expect(isDisabled('Pay now')).toBe(false);
});

test('without a saved card nothing can be paid', async () => {
  await renderScreen(
    <PayNow invoiceId="in_1" />,
    billing({
      paymentMethods: () => ({ payment_methods: [] }),
      defaultPaymentMethod: () => ({ payment_method: null }),
    }),
  );
  await click('Pay now');
  expect(text()).toContain('No card is saved yet. Please add one .');
  expect(isDisabled('Pay')).toBe(true);
});

test('cards that cannot be loaded are asked for again', async () => {
  const paymentMethods = vi.fn(() => Promise.reject<{ payment_methods: PaymentMethodView[] }>(noResponse()));
  await renderScreen(<PayNow invoiceId="in_1" />, billing({ paymentMethods }));
  await click('Pay now');
  expect(isDisabled('Pay')).toBe(true);
  paymentMethods.mockResolvedValue({ payment_methods: CARDS });
  await click('Retry');
  expect(button('Visa ending in 1881 Expires 08/30 Default').getAttribute('aria-checked')).toBe('true');
});

test.each([
  ['in_1', true],
  ['in_2', false],
])('the invoice %s is the one to be paid: %s', async (unpaid_invoice_id, shown) => {
  const subscription = { unpaid_invoice_id } as SubscriptionView;
  await renderScreen(
    <PayUnpaid invoiceId="in_1" amount={20} />,
    billing({ subscription: () => subscription }),
  );
  expect(hasButton('Pay now')).toBe(shown);
});

test('a payment that succeeds and is not finished at once is no failure', async () => {
  const confirmPayment = () => Promise.resolve({ paymentIntent: { status: 'succeeded' } });
  stubStripe({ confirmPayment });
  await renderScreen(
    <PayNow invoiceId="in_1" />,
    billing({
      payOpenInvoice: () => ({ ...PAID, payment: 'requires_action', clientSecret: 'pi_1_secret_2' }),
      token: () => ({ publishableKey: 'pk_live_1' }),
      createSubscriptionAfterPayment: () =>
        Promise.reject(refusal('Please try again later.', { code: 'TOO_MANY_REQUESTS', status: 429 })),
    }),
  );
  await click('Pay now');
  await click('Pay');
  await until(() => {
    expect(text()).toContain('Your payment succeeded. Your plan is active again within minutes.');
  });
  vi.unstubAllGlobals();
});
