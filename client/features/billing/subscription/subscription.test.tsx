// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import type { PeriodUsageView, SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { trpc } from '#client/app/trpc.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, field, hasButton, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { CreditReminder } from './credit-reminder.tsx';
import { PeriodUsage } from './period-usage.tsx';
import { PlanChanges, PlanEnded, PlanEnding } from './plan-end.tsx';
import { PlanStats } from './plan-stats.tsx';

const AT = '2026-12-20T12:00:00.000Z';
const PLAN: SubscriptionView = {
  subscriptionId: 'sub_1',
  planId: 'plan_pro',
  planName: 'Pro',
  amount: 200,
  status: 'active',
  current_period_end: AT,
  cancel_at_period_end: false,
  cancel_at: null,
  unpaid_invoice_id: null,
};
const CANCELLED = { ...PLAN, cancel_at_period_end: true, cancel_at: AT };
const credits = (balance: number, onHold = 0) => ({ balance: () => ({ balance, held: onHold }) as never });
const with_ = (billing: Answers['billing'] = {}, balance = 900, onHold = 0): { answers: Answers } => ({
  answers: { billing, credits: credits(balance, onHold) },
});

test('a plan is cancelled once, after a confirmation that says until when it runs', async () => {
  const answer = held<SubscriptionView>();
  const screen = await renderScreen(
    <PlanChanges subscription={PLAN} />,
    with_({ cancelPlan: () => answer.promise }),
  );
  expect(text()).toContain('You can cancel it here at any time.');
  await click('Cancel plan');
  expect(text()).toContain('Cancel your Pro plan? It stays active until');
  await click('Keep plan');
  expect(screen.sent('billing.cancelPlan')).toEqual([]);
  await click('Cancel plan');
  const confirm = [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].at(-1);
  await turn(() => confirm?.click());
  await turn(() => confirm?.click());
  expect(screen.sent('billing.cancelPlan')).toHaveLength(1);
  await turn(() => {
    answer.give(CANCELLED);
  });
  expect(text()).toContain('Your plan is cancelled.');
  expect(hasButton('Keep plan')).toBe(false);
});

test.each([
  ['Cancel plan', () => <PlanChanges subscription={PLAN} />],
  ['Keep my plan', () => <PlanEnding subscription={CANCELLED} />],
])('what %s does to automatic purchase is asked for', async (press, content) => {
  const autoPurchase = vi.fn(() => ({ on: true, settings: null, bought: 0, stopped: null }));
  function Automatic() {
    trpc.billing.autoPurchase.useQuery();
    return content();
  }
  await renderScreen(
    <Automatic />,
    with_({ autoPurchase, cancelPlan: () => CANCELLED, keepPlan: () => PLAN }),
  );
  await click(press);
  const confirm = [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].at(-1);
  await turn(() => confirm?.click());
  expect(autoPurchase).toHaveBeenCalledTimes(2);
});

test('a cancellation that fails keeps its dialog', async () => {
  await renderScreen(
    <PlanChanges subscription={{ ...PLAN, status: 'past_due' }} />,
    with_({ cancelPlan: () => Promise.reject(refusal('Not now')) }),
  );
  await click('Cancel plan');
  expect(text()).not.toContain('It stays active until');
  await turn(() =>
    [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].at(-1)?.click(),
  );
  expect(text()).toContain('Not now');
  expect(hasButton('Keep plan')).toBe(true);
});

test('a plan that is cancelled cannot be cancelled again', async () => {
  await renderScreen(<PlanChanges subscription={CANCELLED} />, with_());
  expect(hasButton('Cancel plan')).toBe(false);
  expect(text()).not.toContain('You can cancel it here');
});

test.each([
  ['active', 'Until then everything works as usual. You keep your credits.'],
  ['past_due', '(UTC) You keep your credits.'],
] as const)('a cancelled plan that is %s is kept by a button', async (status, said) => {
  const screen = await renderScreen(
    <PlanEnding subscription={{ ...CANCELLED, status }} />,
    with_({ keepPlan: () => PLAN }),
  );
  expect(text()).toContain('Your Pro plan ends on');
  expect(text()).toContain(said);
  await click('Keep my plan');
  expect(screen.sent('billing.keepPlan')).toHaveLength(1);
  expect(text()).toContain('Your plan continues.');
});

test('a plan that cannot be kept says why', async () => {
  await renderScreen(
    <PlanEnding subscription={CANCELLED} />,
    with_({ keepPlan: () => Promise.reject(refusal('It has ended')) }),
  );
  await click('Keep my plan');
  expect(text()).toContain('It has ended');
});

test.each([
  [0, 'Your Pro plan has ended.'],
  [1_200, 'Your Pro plan has ended. Your 1,200 credits are kept for your next plan.'],
])('a plan that has ended keeps %i credits', async (balance, said) => {
  await renderScreen(<PlanEnded planName="Pro" />, with_({}, balance));
  expect(text()).toBe(said);
});

test.each([
  [PLAN, { amount: 216, tax: 16 }, 450, '$216', '· Tax included: $16', '450 on hold'],
  [PLAN, null, 0, '$200', '· Tax included', 'Nothing on hold'],
])('the figures of a plan', async (subscription, next, onHold, amount, tax, hold) => {
  await renderScreen(
    <PlanStats subscription={subscription} />,
    with_({ nextPayment: () => ({ next }) }, 1_900, onHold),
  );
  expect(text()).toContain('Current Plan Pro');
  expect(text()).toContain('Credit Balance 1,900');
  expect(text()).toContain(`Available to spend · ${hold}`);
  expect(text()).toContain(`Next Payment ${amount}`);
  expect(text().endsWith(tax)).toBe(true);
});

test.each([
  [CANCELLED, 'Next Payment None Your plan ends on'],
  [{ ...PLAN, status: 'past_due' as const }, 'Next Payment $200 Overdue · Tax included'],
])('a plan that does not renew, or is overdue, asks for no next payment', async (subscription, said) => {
  const screen = await renderScreen(<PlanStats subscription={subscription} />, with_());
  expect(text()).toContain(said);
  expect(screen.sent('billing.nextPayment')).toEqual([]);
});

const USAGE: PeriodUsageView = {
  plan_id: 'launch',
  period_start: '2026-01-20T00:00:00.000Z',
  period_end: AT,
  allowance: 5_000,
  allowance_calls: { delivered: 1_200, held: 0 },
  extra_calls: { delivered: 7, held: 30 },
  credits: 1,
  forecast: { calls: 1, extra_calls: 3, credits: 4_000 },
};

test('the usage of a period', async () => {
  await renderScreen(<PeriodUsage />, with_({ usage: () => ({ usage: USAGE }) }));
  expect(text()).toMatch(/1,200 of 5,000.*none on hold/);
  expect(text()).toMatch(/Extra calls 7 Beyond the allowance, \d+ credits each · 30 on hold/);
  expect(text()).toMatch(/1 call Until .* \(UTC\) · 3 of them extra · 4,000 credits/);
});

test('a forecast waits for seven days of the period', async () => {
  const begun = { ...USAGE, period_start: new Date(Date.now() - 6 * DAY_MS).toISOString() };
  await renderScreen(<PeriodUsage />, with_({ usage: () => ({ usage: begun }) }));
  expect(text()).toMatch(/Forecast at today’s pace Not yet From \d\d-\d\d-\d{4} \(UTC\) on/);
  expect(text()).not.toContain('of them extra');
});

test('without a plan there is no usage, and an error is retried', async () => {
  const usage = vi.fn(() => Promise.reject<{ usage: null }>(noResponse()));
  await renderScreen(<PeriodUsage />, with_({ usage }));
  usage.mockResolvedValue({ usage: null });
  await click('Retry');
  expect(text()).toBe('');
});

test.each([
  [null, 900, 'No reminder is set.', ''],
  [1_000, 900, 'You have fewer than that now. The reminder starts when you have more.', '1,000'],
  [900, 900, 'You get an email below 900 credits.', '900'],
])('a reminder below %j with %i credits', async (threshold, balance, said, value) => {
  await renderScreen(<CreditReminder />, with_({ creditAlert: () => ({ threshold }) }, balance));
  expect(text()).toContain(said);
  expect(field('Remind me below').value).toBe(value);
  expect(isDisabled('Turn off')).toBe(threshold === null);
});

test('a reminder is saved with the number that was typed, and turned off', async () => {
  const screen = await renderScreen(
    <CreditReminder />,
    with_({ creditAlert: () => ({ threshold: 900 }), setCreditAlert: (input) => input }),
  );
  await enter('Remind me below', '');
  await click('Save');
  expect(screen.sent('billing.setCreditAlert')).toEqual([]);
  expect(noteOf('Remind me below')).not.toContain('900');
  await enter('Remind me below', '12, 500');
  await click('Save');
  expect(field('Remind me below').value).toBe('12,500');
  expect(text()).toContain('The reminder is saved.');
  await click('Turn off');
  expect(screen.sent('billing.setCreditAlert')).toEqual([{ threshold: 12_500 }, { threshold: null }]);
  expect(text()).toContain('The reminder is off.');
  expect(field('Remind me below').value).toBe('');
});

test('a reminder that cannot be saved keeps its number', async () => {
  await renderScreen(
    <CreditReminder />,
    with_({
      creditAlert: () => ({ threshold: null }),
      setCreditAlert: () => Promise.reject(refusal('Too low')),
    }),
  );
  await enter('Remind me below', '50');
  await click('Save');
  expect(text()).toContain('Too low');
  expect(field('Remind me below').value).toBe('50');
});
