// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { overviewUrl } from './overview-url.ts';
import { progressOf, useOverview } from './use-overview.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.setSystemTime('2026-11-23T12:00:00Z');
});
afterEach(() => {
  vi.useRealTimers();
});

const row = (campaign_status: string) =>
  ({ id: 'a', campaign_status, drop_date: '2026-11-20' }) as AnalyticsRow;
const render = (search: string, rows: AnalyticsRow[] = []) =>
  renderHook(useOverview, overviewUrl.read(search), {
    answers: { analytics: { campaigns: () => ({ rows }), totals: () => ({ campaigns: 1 }) } } as never,
  });

test('the page of an address is loaded with the totals of its range', async () => {
  const hook = await render('?range=7d&status=Paused&search=a&sort=name&after=x', [row('Success')]);
  await turn();
  const range = { from: '2026-11-17', to: '2026-11-23' };
  const filter = { ...range, status: 'Paused', search: 'a' };
  expect(hook.sent('analytics.totals')).toEqual([filter]);
  expect(hook.sent('analytics.campaigns')).toEqual([
    { ...filter, sort: 'name', direction: 'desc', limit: 10, cursor: 'x' },
  ]);
  expect(hook.result()).toMatchObject({ range, problem: undefined, filter, rows: [{ id: 'a' }] });
  expect(hook.result().totals.data).toEqual({ campaigns: 1 });
});

test('a range that is none is said, and nothing is loaded', async () => {
  const hook = await render('?range=custom&from=x');
  await turn();
  expect(hook.result()).toMatchObject({ range: {}, problem: '“x” is not a day.', rows: undefined });
  expect([hook.sent('analytics.totals'), hook.sent('analytics.campaigns')]).toEqual([[], []]);
});

test.each([
  ['Success', 1],
  ['Sending', 3],
])('while a campaign is %s, what is shown is asked for %i times in 2 seconds', async (status, times) => {
  const hook = await render('', [row(status)]);
  await turn();
  for (let second = 0; second < 2; second++)
    await turn(() => {
      vi.advanceTimersByTime(1_000);
    });
  expect([hook.sent('analytics.campaigns').length, hook.sent('analytics.totals').length]).toEqual([
    times,
    times,
  ]);
});

test('screen readers are told how far a campaign is', () => {
  const campaign = {
    ...row('Sending'),
    campaign_name: 'Spring',
    dropcowboy_success_calls: 4,
    dropcowboy_failed_calls: 1,
    dropcowboy_total_calls: 10,
  };
  expect(progressOf(campaign)).toEqual({
    id: 'a',
    name: 'Spring',
    status: 'Sending',
    message: expect.stringContaining('4 of 10') as string,
    done: 5,
    total: 10,
  });
});
