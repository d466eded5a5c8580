// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { BoughtCredits } from '#shared/schemas/billing/purchases.ts';
import type { RetryQuote } from '#shared/schemas/campaigns/retry.ts';
import { held, noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import RetryDialog from './retry-dialog.tsx';

const QUOTE: RetryQuote = {
  run: 1,
  calls: 12,
  cost: 480,
  balance: 9_000,
  suppressed: 2,
  too_often: 0,
  advised_against: 0,
};
const CARD = { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2030 } };
const BOUGHT: BoughtCredits = {
  success: true,
  payment_method: CARD,
  payment: 'paid',
  error: null,
  clientSecret: null,
  paymentIntentId: null,
  balance: 9_000,
};
const RETRIED = { success: true, status: 'Sending', retried: 12, credit_cost: 480 } as const;

test('a retry sends once what was agreed, and closes', async () => {
  const onClose = vi.fn();
  const onRetried = vi.fn();
  const answer = held<typeof RETRIED>();
  const screen = await renderScreen(
    <RetryDialog campaign="c1" name="Autumn" onClose={onClose} onRetried={onRetried} />,
    { answers: { campaigns: { retryQuote: () => QUOTE, retry: () => answer.promise } } },
  );
  expect(text()).toContain(
    'Retry 12 failed calls for 480 credits Autumn The credits are put on hold and charged for delivered calls only. Your balance is 9,000. Left out: 2 on a do-not-call list.',
  );
  await click('Retry', 2);
  expect(screen.sent('campaigns.retry')).toEqual([{ id: 'c1', expected: { calls: 12, cost: 480, run: 1 } }]);
  expect(isDisabled('Cancel')).toBe(true);
  await turn(() => {
    answer.give(RETRIED);
  });
  expect(onRetried).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a retry for some reasons names them and sends them', async () => {
  const screen = await renderScreen(
    <RetryDialog campaign="c1" name="Autumn" reasons={['4001']} onClose={vi.fn()} />,
    { answers: { campaigns: { retryQuote: () => QUOTE, retry: () => RETRIED } } },
  );
  expect(text()).toContain('Only calls that failed with:');
  await click('Retry');
  expect(screen.sent('campaigns.retryQuote')).toEqual([{ id: 'c1', reasons: ['4001'] }]);
  expect(screen.sent('campaigns.retry')).toMatchObject([{ reasons: ['4001'] }]);
});

test.each([
  [{ calls: 0, cost: 0 }, true, 'None of these calls can be made again now.'],
  [{ cost: 480, balance: 479 }, true, 'Your balance of 479 credits does not suffice.'],
  [{ cost: 480, balance: 480 }, false, 'Your balance is 480.'],
])('with %j a retry is refused: %s', async (change, refused, said) => {
  const onClose = vi.fn();
  const screen = await renderScreen(<RetryDialog campaign="c1" name="Autumn" onClose={onClose} />, {
    answers: { campaigns: { retryQuote: () => ({ ...QUOTE, ...change }) } },
  });
  expect(isDisabled('Retry')).toBe(refused);
  expect(text()).toContain(said);
  await click('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.sent('campaigns.retry')).toEqual([]);
});

test('a price that has changed is asked for again, and the dialog stays', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(<RetryDialog campaign="c1" name="Autumn" onClose={onClose} />, {
    answers: {
      campaigns: {
        retryQuote: () => QUOTE,
        retry: () => Promise.reject(refusal('The price has changed', { status: 409 })),
      },
    },
  });
  await click('Retry');
  expect(text()).toContain('The price has changed');
  expect(screen.sent('campaigns.retryQuote')).toHaveLength(2);
  expect(onClose).not.toHaveBeenCalled();
});

test('without a price nothing can be retried', async () => {
  await renderScreen(<RetryDialog campaign="c1" name="Autumn" onClose={vi.fn()} />, {
    answers: { campaigns: { retryQuote: () => Promise.reject(noResponse()) } },
  });
  expect(text()).toContain('Retry failed calls Autumn The price could not be loaded.');
  const buttons = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Retry');
  expect(buttons.map((one) => one.getAttribute('aria-disabled'))).toEqual([null, 'true']);
});

test('while the price is asked for again, the old one cannot be agreed to', async () => {
  const again = held<RetryQuote>();
  const retryQuote = vi.fn(() => Promise.resolve(QUOTE)).mockReturnValueOnce(Promise.resolve(QUOTE));
  await renderScreen(<RetryDialog campaign="c1" name="Autumn" onClose={vi.fn()} />, {
    answers: {
      campaigns: { retryQuote, retry: () => Promise.reject(refusal('It has changed', { status: 409 })) },
    },
  });
  retryQuote.mockReturnValue(again.promise);
  await click('Retry');
  expect(isDisabled('Retry')).toBe(true);
  await turn(() => {
    again.give({ ...QUOTE, calls: 13 });
  });
  expect(isDisabled('Retry')).toBe(false);
});

test.each([
  [{ cost: 480, balance: 479 }, true],
  [{ cost: 480, balance: 480 }, false],
  [{ calls: 0, cost: 0 }, false],
])('of the price %j it sells credits: %s', async (change, sells) => {
  await renderScreen(<RetryDialog campaign="c1" name="Autumn" onClose={vi.fn()} />, {
    answers: { campaigns: { retryQuote: () => ({ ...QUOTE, ...change }) } },
  });
  expect(hasButton('Buy Credits')).toBe(sells);
});

test('credits that a retry needs are bought in its place, and the retry is offered again', async () => {
  const onClose = vi.fn();
  let balance = 100;
  const bought = held<BoughtCredits>();
  await renderScreen(<RetryDialog campaign="c1" name="Autumn" onClose={onClose} />, {
    answers: {
      campaigns: { retryQuote: () => ({ ...QUOTE, balance }), retry: () => RETRIED },
      billing: {
        paymentMethods: () => ({ payment_methods: [CARD] }),
        defaultPaymentMethod: () => ({ payment_method: CARD }),
        subscription: () => ({ planId: 'launch' }) as never,
        autoPurchase: () => ({ on: false, settings: null, stopped: null, bought: 0 }),
        buyCredits: () => bought.promise,
      },
    },
  });
  expect(isDisabled('Retry')).toBe(true);
  await click('Buy Credits');
  await until(() => {
    expect(text()).toContain('Visa ending in 4242');
  });
  expect(hasButton('Retry')).toBe(false);
  await click('Pay $50');
  expect(hasButton('Retry')).toBe(false);
  balance = 9_000;
  await turn(() => {
    bought.give(BOUGHT);
  });
  await until(() => {
    expect(isDisabled('Retry')).toBe(false);
  });
  expect(onClose).not.toHaveBeenCalled();
  await click('Retry');
  expect(onClose).toHaveBeenCalledOnce();
});

test('calls whose reasons have to be named are made again once that is chosen', async () => {
  const screen = await renderScreen(<RetryDialog campaign="c1" name="Autumn" onClose={vi.fn()} />, {
    answers: {
      campaigns: {
        retryQuote: ({ reasons }) =>
          reasons === undefined ? { ...QUOTE, calls: 0, cost: 0, advised_against: 3 } : QUOTE,
        retry: () => RETRIED,
      },
    },
  });
  expect(isDisabled('Retry')).toBe(true);
  await turn(() => {
    document.querySelector<HTMLInputElement>('[type=checkbox]')?.click();
  });
  expect(text()).toContain('Retry 12 failed calls for 480 credits');
  await click('Retry');
  const [sent] = screen.sent('campaigns.retry') as { reasons: string[] }[];
  expect(sent?.reasons).toEqual(expect.arrayContaining(['4001', '4002', '4005']));
  expect(sent?.reasons).not.toContain('4016');
});
