// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { AutoPurchaseView } from '#shared/schemas/billing/auto-purchase.ts';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { AutoPurchase } from './auto-purchase.tsx';

const cardOf = (id: string, last4: string) => ({
  id,
  card: { brand: 'visa', last4, exp_month: 8, exp_year: 2090 },
});
const SETTINGS = { threshold: 2_000, credits: 5_000, max_per_month: 3, paymentMethodId: 'pm_2' } as const;
const OFF: AutoPurchaseView = { on: false, settings: null, bought: 0, stopped: null };
const ON: AutoPurchaseView = { on: true, settings: SETTINGS, bought: 1, stopped: null };

const END = '2026-12-20T12:00:00.000Z';
const PLAN: SubscriptionView = {
  subscriptionId: 'sub_1',
  planId: 'plan_pro',
  planName: 'Pro',
  amount: 200,
  status: 'active',
  current_period_end: END,
  cancel_at_period_end: false,
  cancel_at: null,
  unpaid_invoice_id: null,
};

const with_ = (view: AutoPurchaseView, answers: Answers['billing'] = {}): { answers: Answers } => ({
  answers: {
    billing: {
      autoPurchase: () => view,
      paymentMethods: () => ({ payment_methods: [cardOf('pm_1', '4242'), cardOf('pm_2', '1881')] }),
      defaultPaymentMethod: () => ({ payment_method: cardOf('pm_1', '4242') }),
      turnOnAutoPurchase: (settings) => ({ ...ON, settings, bought: 0 }),
      turnOffAutoPurchase: () => ({ ...view, on: false }),
      ...answers,
    },
    credits: { balance: () => ({ balance: 9_000, held: 0 }) },
  },
});

test('what was never set up says what it would do, and is turned on with the default card', async () => {
  const screen = await renderScreen(<AutoPurchase subscription={PLAN} />, with_(OFF));
  expect(text()).toContain('when few are left');
  await click('Set up');
  await until(() => {
    expect(text()).toContain('Visa ending in 4242');
  });
  expect(text()).toContain(
    'When fewer than 2,000 credits are available, Hark buys 5,000 credits for $50, at most 3 times a month.',
  );
  expect(text()).not.toContain('within a minute');
  await enter('Buy below', '10,000');
  expect(text()).toContain('You have 9,000 credits now, so the first are bought within a minute.');
  await click('Turn on');
  expect(screen.sent('billing.turnOnAutoPurchase')).toEqual([
    { threshold: 10_000, credits: 5_000, max_per_month: 3, paymentMethodId: 'pm_1' },
  ]);
  expect(text()).toContain('Automatic purchase is on.');
  expect(text()).toContain('Bought this month: 0 of 3.');
});

test('a threshold that is none is refused before it is sent', async () => {
  const screen = await renderScreen(<AutoPurchase subscription={PLAN} />, with_(OFF));
  await click('Set up');
  await until(() => {
    expect(text()).toContain('Visa ending in 4242');
  });
  await enter('Buy below', 'few');
  await click('Turn on');
  expect(noteOf('Buy below')).toContain('Enter a whole number of credits');
  expect(screen.sent('billing.turnOnAutoPurchase')).toEqual([]);
});

test('one that is on is changed with its own card, and turned off', async () => {
  const screen = await renderScreen(<AutoPurchase subscription={PLAN} />, with_(ON));
  expect(text()).toContain('at most 3 times a month. Bought this month: 1 of 3.');
  await click('Change');
  await until(() => {
    expect(text()).toContain('Visa ending in 1881');
  });
  await click('Save');
  expect(screen.sent('billing.turnOnAutoPurchase')).toEqual([SETTINGS]);
  await click('Turn off');
  expect(text()).toContain('Automatic purchase is off.');
  expect(text()).toContain('If you turn it on: when fewer than 2,000 credits are available');
  expect(hasButton('Set up')).toBe(true);
});

test('one that waits for a renewal says so', async () => {
  await renderScreen(<AutoPurchase subscription={{ ...PLAN, status: 'past_due' }} />, with_(ON));
  expect(text()).toContain('waiting until your renewal is paid');
});

test.each([
  ['on', ON],
  ['off', { ...ON, on: false }],
  ['not set up', OFF],
])('one that is %s buys nothing for a plan that ends, and cannot be changed', async (_, view) => {
  const screen = await renderScreen(
    <AutoPurchase
      subscription={{ ...PLAN, status: 'past_due', cancel_at_period_end: true, cancel_at: END }}
    />,
    with_(view),
  );
  expect(text()).toBe(
    'Automatic purchase No credits are bought automatically, as your plan ends on 12-20-2026 (UTC).',
  );
  // A plan that is cancelled for a later period renews before.
  const later = { cancel_at_period_end: true, cancel_at: '2027-01-20T12:00:00.000Z' };
  await screen.update(<AutoPurchase subscription={{ ...PLAN, ...later }} />);
  expect(text()).not.toContain('No credits are bought');
  expect(hasButton(view.on ? 'Turn off' : 'Set up')).toBe(true);
});

test('one that was turned off says why, and is turned on again by one click', async () => {
  const screen = await renderScreen(
    <AutoPurchase subscription={PLAN} />,
    with_({ ...ON, on: false, stopped: 'declined' }),
  );
  expect(text()).toContain('Your card was declined.');
  await click('Turn on again');
  expect(screen.sent('billing.turnOnAutoPurchase')).toEqual([SETTINGS]);
  expect(text()).not.toContain('Your card was declined.');
});

test('one whose card is gone asks for another, and says what the server refuses', async () => {
  await renderScreen(
    <AutoPurchase subscription={PLAN} />,
    with_(
      { ...ON, on: false, stopped: 'card_removed' },
      { turnOnAutoPurchase: () => Promise.reject(refusal('Not now')) },
    ),
  );
  expect(hasButton('Turn on again')).toBe(false);
  await click('Change');
  await until(() => {
    expect(text()).toContain('Visa ending in 4242');
  });
  await click('Turn on');
  expect(text()).toContain('Not now');
});

test('one that cannot be loaded is asked for again', async () => {
  const autoPurchase = vi.fn(() => Promise.reject<AutoPurchaseView>(noResponse()));
  await renderScreen(<AutoPurchase subscription={PLAN} />, with_(ON, { autoPurchase }));
  autoPurchase.mockResolvedValue(ON);
  await click('Retry');
  expect(text()).toContain('Bought this month: 1 of 3.');
});
