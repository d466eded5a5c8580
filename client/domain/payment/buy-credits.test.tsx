// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoughtCredits } from '#shared/schemas/billing/purchases.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { stubStripe } from '#client/testing/stub-stripe.ts';
import { turn, until } from '#client/testing/turn.ts';
import { BuyCredits } from './buy-credits.tsx';

const CARD = { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2030 } };
const BOUGHT: BoughtCredits = {
  success: true,
  payment_method: CARD,
  payment: 'paid',
  error: null,
  clientSecret: null,
  paymentIntentId: null,
  balance: 30_000,
};

const billing = (answers: Answers['billing'] = {}): { answers: Answers } => ({
  answers: {
    billing: {
      paymentMethods: () => ({ payment_methods: [CARD] }),
      defaultPaymentMethod: () => ({ payment_method: CARD }),
      subscription: () => ({ planId: 'launch' }) as never,
      autoPurchase: () => ({ on: false, settings: null, stopped: null, bought: 0 }),
      ...answers,
    },
  },
});

/** Opens the dialog. */
async function ask(): Promise<void> {
  await click('Buy Credits');
  await until(() => {
    expect(text()).toContain('Visa ending in 4242');
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
  };
});

test('the pack that has what is missing is bought once with the default card, and the button is busy meanwhile', async () => {
  const answer = held<BoughtCredits>();
  const screen = await renderScreen(
    <BuyCredits missing={6_500} />,
    billing({ buyCredits: () => answer.promise }),
  );
  await ask();
  expect(text()).toContain('10,000 credits 153 to 200 calls $100');
  await click('Pay $100', 2);
  expect(screen.sent('billing.buyCredits')).toEqual([{ credits: 10_000, paymentMethodId: 'pm_1' }]);
  expect(hasButton('Pay $100')).toBe(false);
  expect(isDisabled('Buy Credits')).toBe(true);
  await turn(() => {
    answer.give(BOUGHT);
  });
  expect(text()).toContain('10,000 credits added. Your balance is 30,000.');
  expect(isDisabled('Buy Credits')).toBe(false);
});

test.each([
  ['No card is saved yet. Please add one .', []],
  ['No saved card can be charged. Please add one .', [{ ...CARD, card: { ...CARD.card, exp_year: 2025 } }]],
])(
  'where nothing can be paid, the dialog says why and leads to where a card is added: %s',
  async (said, saved) => {
    const cards = {
      paymentMethods: () => ({ payment_methods: saved }),
      defaultPaymentMethod: () => ({ payment_method: null }),
    };
    const screen = await renderScreen(<BuyCredits />, billing(cards));
    await click('Buy Credits');
    await until(() => {
      expect(text()).toContain(said);
    });
    expect(isDisabled('Pay $50')).toBe(true);
    await click('add one');
    expect([screen.opened().at(-1), hasButton('Pay $50')]).toEqual(['/billing', false]);
  },
);

test('another pack costs what it has, and a decline is said', async () => {
  const declined = {
    ...BOUGHT,
    success: false,
    payment: 'declined',
    error: 'Your card has no funds.',
  } as const;
  const screen = await renderScreen(<BuyCredits />, billing({ buyCredits: () => declined }));
  await ask();
  await click('50,000 credits 769 to 1,000 calls $500');
  await click('Pay $500');
  expect(screen.sent('billing.buyCredits')).toMatchObject([{ credits: 50_000 }]);
  expect(text()).toContain('Payment failed: Your card has no funds.');
});

test('an order is sent again under its key until it is answered, also where it is still being worked on', async () => {
  const keys: unknown[] = [];
  const errors = [
    noResponse(),
    refusal('This request is still being worked on.', { code: 'CONFLICT', status: 409 }),
    refusal('Please try again later.', { code: 'TOO_MANY_REQUESTS', status: 429 }),
  ];
  const screen = await renderScreen(
    <BuyCredits />,
    billing({
      buyCredits: () => {
        const error = errors.shift();
        return error === undefined ? BOUGHT : Promise.reject(error);
      },
    }),
  );
  for (let attempt = 0; attempt < 5; attempt++) {
    await ask();
    await click('Pay $50');
    keys.push(screen.requestKeys('billing.buyCredits').at(-1));
  }
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[0]);
});

test.each([
  [false, 'Set up automatic purchase'],
  [true, 'Change it'],
])('the dialog leads to the automatic purchase (on: %s) and closes', async (on, link) => {
  const autoPurchase = () => ({ on, settings: null, stopped: null, bought: 0 });
  const screen = await renderScreen(<BuyCredits />, billing({ autoPurchase }));
  await ask();
  await until(() => {
    expect(text()).toContain(link);
  });
  await click(link);
  expect(screen.opened()).toEqual(['/', '/billing#automatic-purchase']);
  expect(text()).not.toContain('Visa ending in 4242');
});

describe('after the cardholder authenticated the payment', () => {
  const ASKS: BoughtCredits = { ...BOUGHT, payment: 'requires_action', clientSecret: 'pi_1_secret_2' };
  const finished = { success: true as const, balance: 30_000 };

  beforeEach(() => {
    const confirmPayment = () => Promise.resolve({ paymentIntent: { status: 'succeeded' } });
    stubStripe({ confirmPayment });
    return () => {
      vi.unstubAllGlobals();
    };
  });

  const authenticated = (finishPurchase: () => Promise<typeof finished>) =>
    billing({
      buyCredits: () => ASKS,
      token: () => ({ publishableKey: 'pk_live_1' }),
      finishPurchase,
    });

  test.each([
    ['no answer', noResponse()],
    ['a payment that is not known yet', refusal('Not complete', { code: 'PAYMENT_REQUIRED', status: 402 })],
  ])('%s is asked for again before the credits are added', async (_what, error) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const finish = vi.fn(() => Promise.resolve(finished)).mockRejectedValueOnce(error);
    await renderScreen(<BuyCredits />, authenticated(finish));
    await ask();
    await click('Pay $50');
    await turn(() => {
      vi.advanceTimersByTime(1_000);
    });
    expect(text()).toContain('5,000 credits added.');
    expect(finish).toHaveBeenCalledTimes(2);
  });

  test('credits that follow later are not offered as a failed purchase', async () => {
    const later = refusal('Please try again later.', { code: 'TOO_MANY_REQUESTS', status: 429 });
    await renderScreen(
      <BuyCredits />,
      authenticated(() => Promise.reject(later)),
    );
    await ask();
    await click('Pay $50');
    const follows = 'Your payment succeeded. The credits are added within minutes.';
    await until(() => {
      expect(text()).toContain(follows);
    });
    expect(text()).not.toContain('Payment failed');
    await ask();
    expect(text(document.querySelector('[role=dialog]') ?? expect.fail())).toContain(
      `${follows} Another purchase is charged again.`,
    );
  });
});
