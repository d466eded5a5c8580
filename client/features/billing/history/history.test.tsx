// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { PLANS } from '#shared/plans.ts';
import type { TransactionView } from '#shared/schemas/billing/billing.ts';
import type { CreditHistoryEntry, CreditStatementEntry } from '#shared/schemas/billing/credits.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { onSessionEnd } from '#client/app/session/session-end.ts';
import { noResponse, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import PaymentSuccessPage from '../checkout/payment-success-page.tsx';
import { ChoosePlan } from '../plans/choose-plan.tsx';
import { readStoredPlan, storeChosenPlan, storePaidPlan } from '../plans/stored-plan.ts';
import { CreditHistory } from './credit-history.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

const fetched = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  localStorage.clear();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  window.history.replaceState(null, '', '/billing');
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const render = (content: React.ReactNode, answers: Answers) =>
  renderScreen(<Router hook={useBrowserLocation}>{content}</Router>, { answers });
const rows = () => document.querySelectorAll('tbody tr').length;

/** What a transaction refreshes once it is known. */
const PLAN: NonNullable<Answers['billing']> = { subscription: () => ({}) as never };

const transaction = (at: number) =>
  ({
    id: `in_${String(at)}`,
    timestamp: 0,
    invoice_date: 1_790_000_000,
    amount: 200,
    amount_due: 150,
    currency: 'usd',
    status: 'paid',
    plan_name: 'Launch',
    invoice_id: `in_${String(at)}`,
    invoice_number: `N-${String(at)}`,
    receipt_url: null,
    receipt_file_url: `/receipts/${String(at)}`,
    reversals: [],
  }) as TransactionView;
const page = (count: number, next: string | null = null) => ({
  transactions: Array.from({ length: count }, (_, at) => transaction(at)),
  next,
  years: [2026, 2025],
});

test('five transactions are shown, more on request, and then five again', async () => {
  await render(<RecentTransactions />, { billing: { ...PLAN, transactions: () => page(8) } });
  expect(rows()).toBe(5);
  await click('Show more');
  expect(rows()).toBe(8);
  await click('Show fewer');
  expect(rows()).toBe(5);
});

test.each([
  [5, null, false],
  [4, null, false],
  [6, null, true],
])('%i transactions with more after %s can be continued: %s', async (count, next, more) => {
  await render(<RecentTransactions />, { billing: { ...PLAN, transactions: () => page(count, next) } });
  expect([hasButton('Show more'), hasButton('Show fewer')]).toEqual([more, false]);
});

test('five transactions are not made fewer where no more came', async () => {
  await render(<RecentTransactions />, {
    billing: { ...PLAN, transactions: (input) => (input?.cursor === 'c' ? page(0) : page(5, 'c')) },
  });
  await click('Show more');
  expect([rows(), hasButton('Show more'), hasButton('Show fewer')]).toEqual([5, false, false]);
});

test('more transactions are fetched where those that are loaded do not suffice', async () => {
  const screen = await render(<RecentTransactions />, {
    billing: { ...PLAN, transactions: (input) => (input?.cursor === 'c' ? page(0) : page(20, 'c')) },
  });
  await click('Show more');
  expect(screen.sent('billing.transactions').at(-1)).toMatchObject({ limit: 20, cursor: 'c' });
});

test('an unpaid transaction is paid at what is charged, not at its total', async () => {
  await render(<RecentTransactions />, {
    billing: {
      subscription: () => ({ unpaid_invoice_id: 'in_0' }) as never,
      transactions: () => page(1),
      paymentMethods: () => ({ payment_methods: [] }),
      defaultPaymentMethod: () => ({ payment_method: null }),
    },
  });
  expect(text()).toContain('$200');
  await click('Pay now');
  expect(text()).toContain('Pay $150 now');
});

test('the transactions of a year are shown and exported', async () => {
  fetched.mockResolvedValue(new Response('', { status: 500 }));
  const screen = await render(<RecentTransactions />, { billing: { ...PLAN, transactions: () => page(1) } });
  await enter('Year', '2025');
  await until(() => expect(screen.sent('billing.transactions').at(-1)).toMatchObject({ year: 2025 }));
  expect(window.location.search).toBe('?year=2025');
  await click('Download CSV of the transactions');
  expect(fetched.mock.calls[0]?.[0]).toBe('/payments/billing/u1/transactions.csv?year=2025');
  expect(text()).toContain('The transactions could not be downloaded. Please try again.');
});

const entry = (version: number) =>
  ({
    version,
    type: 'hold',
    date: '2026-11-20T09:30:00.000Z',
    credits: -1,
    calls: 1,
    campaign_id: 'c1',
    campaign_name: 'Autumn',
    note: null,
    balance: 1,
    held: 1,
    debt: 0,
  }) as CreditHistoryEntry;

test('a campaign has one row, which opens its entries; they are exported', async () => {
  fetched.mockResolvedValue(new Response('', { status: 500 }));
  const of = (version: number, campaign: CreditStatementEntry['campaign']): CreditStatementEntry =>
    campaign === null
      ? {
          ...entry(version),
          campaign,
          type: 'grant',
          credits: 20_000,
          campaign_id: null,
          note: 'Launch plan',
        }
      : { ...entry(version), campaign };
  const screen = await render(<CreditHistory />, {
    credits: {
      campaigns: () => [
        { id: 'c1', name: 'Autumn' },
        { id: 'c2', name: null },
      ],
      statement: () => ({
        entries: [
          of(3, { held: 600, charged: 450, returned: 150 }),
          of(2, { held: 50, charged: 10, returned: 5 }),
          of(1, null),
        ],
        next: null,
      }),
      history: () => ({ entries: Array.from({ length: 12 }, (_, at) => entry(at)), next: null, total: 12 }),
    },
  });
  expect(text()).toContain('By campaign Every entry Autumn Deleted campaign');
  expect([...document.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Settled.*Autumn.*−450600 held · 150 returned/) as string,
    expect.stringMatching(/On hold.*Autumn.*−4510 charged · 35 on hold/) as string,
    expect.stringMatching(/Granted.*Launch plan.*\+20,000/) as string,
  ]);
  document.querySelector<HTMLElement>('[data-row-link]')?.click();
  await until(() => expect(screen.sent('credits.history').at(-1)).toMatchObject({ campaign_id: 'c1' }));
  expect(window.location.search).toBe('?credits=c1');
  await until(() => expect([rows(), text().includes('Page 1 of 2')]).toEqual([10, true]));
  await click('Next page');
  expect(rows()).toBe(2);
  await click('Download CSV of the credit history');
  expect(fetched.mock.calls[0]?.[0]).toBe('/dropcowboy/credits/history.csv?campaign_id=c1');
  await enter('Show', 'entries');
  await until(() => expect(screen.sent('credits.history').at(-1)).not.toHaveProperty('campaign_id'));
  expect(text()).toContain('Page 1 of 2');
});

test.each([
  [200, 1, '', 0],
  [401, 0, '', 1],
  [404, 0, 'The list could not be downloaded.', 0],
])('a download with status %i is saved only if it succeeded', async (status, saved, said, ended) => {
  fetched.mockResolvedValue(new Response('a,b', { status }));
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const onEnd = vi.fn();
  const unsubscribe = onSessionEnd(onEnd);
  await renderScreen(<DownloadCsv path="/list.csv" name="list.csv" what="list" />);
  await click('Download CSV of the list');
  await until(() => expect(isDisabled('Download CSV of the list')).toBe(false));
  unsubscribe();
  expect(clicked).toHaveBeenCalledTimes(saved);
  expect(onEnd).toHaveBeenCalledTimes(ended);
  expect(text()).toContain(said);
  clicked.mockRestore();
});

const product = (id: string, amount: number, active = true) => ({ id, amount, active }) as never;

test('of the plans on sale one is chosen at the price of the server, and kept for its payment', async () => {
  const products = [product('prod_hark_launch', 210), product('prod_hark_scale', 600, false)];
  await render(<ChoosePlan />, { billing: { products: () => ({ products }) } });
  expect(text()).toContain('Launch $210 / month');
  expect(text()).not.toContain('$600');
  expect(isDisabled('Get Started')).toBe(true);
  await click('Launch');
  await click('Get Started');
  expect(readStoredPlan('u1')).toMatchObject({ planId: 'launch', amount: 210, paymentSuccess: false });
  expect(window.location.pathname).toBe('/billing/payments');
});

test('the plan that was chosen before is chosen again, else the most popular; none once it is cleared', async () => {
  const products = ['launch', 'scale'].map((id) => product(`prod_hark_${id}`, 1));
  const chosen = () => text(document.querySelector('[role=radio][aria-checked=true]') ?? undefined);
  await render(<ChoosePlan />, { billing: { products: () => ({ products }) } });
  expect(chosen()).toContain('Scale');
  await click('Clear selection');
  expect(document.querySelector('[aria-checked=true]')).toBeNull();
  expect([isDisabled('Get Started'), isDisabled('No plan selected')]).toEqual([true, true]);
  storeChosenPlan('u1', PLANS.launch);
  const again = document.body.children.length;
  await render(<ChoosePlan />, { billing: { products: () => ({ products }) } });
  expect(document.body.children.length).toBeGreaterThan(again);
  expect([...document.querySelectorAll('[aria-checked=true]')].map((one) => text(one))).toEqual([
    expect.stringContaining('Launch'),
  ]);
});

const refreshed: Answers = { credits: { balance: () => ({ balance: 1, held: 0 }) } };

test('a paid order offers its own receipt', async () => {
  storePaidPlan('u1', PLANS.launch, 'sub_1');
  window.history.replaceState({ orderNumber: 'N-1' }, '', '/billing/paymentSuccess');
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await render(<PaymentSuccessPage />, {
    ...refreshed,
    billing: { subscriptionTransactions: () => ({ transactions: [transaction(0), transaction(1)] }) },
  });
  expect(text()).toContain('Payment Successful Thanks for your purchase! Order number N-1');
  await click('Download Receipt');
  await until(() => expect(assign.mock.calls).toEqual([['/receipts/1']]));
  expect(readStoredPlan('u1')).toBeUndefined();
  assign.mockRestore();
});

test('a receipt that is not there yet says so, and the way back forgets the plan', async () => {
  storePaidPlan('u1', PLANS.launch, 'sub_1');
  await render(<PaymentSuccessPage />, {
    ...refreshed,
    billing: { subscriptionTransactions: () => Promise.reject(noResponse()) },
  });
  expect(text()).toContain('Order number N/A');
  await click('Download Receipt');
  await until(() => expect(text()).toContain('The receipt could not be loaded. Please try again.'));
  await click('Go Back Home');
  expect(window.location.pathname).toBe('/billing');
});

test('without a paid plan the payment has failed', async () => {
  storeChosenPlan('u1', PLANS.launch);
  await render(<PaymentSuccessPage />, {});
  expect(text()).toContain('Payment Failed Something went wrong.');
  expect(hasButton('Download Receipt')).toBe(false);
});
