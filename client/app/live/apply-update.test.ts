import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { createTRPCQueryUtils, getQueryKey } from '@trpc/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import type { CampaignFigures, LiveUpdate } from '#shared/schemas/live.ts';
import { createTrpcClient, trpc } from '../trpc.ts';
import { createUpdater } from './apply-update.ts';

const autumn: CampaignFigures = {
  id: 'a',
  name: 'Autumn',
  campaign_name: 'Autumn',
  drop_date: '2026-11-20T09:30:00.000Z',
  status: 'Sending',
  status_message: 'Sending · 0 of 10 delivered',
  status_reason: null,
  voicemail_status: 'Sending',
  total: 10,
  delivered: 0,
  failed: 0,
  pending: 10,
  retryable: 0,
  credit_cost: 500,
  held: 500,
  completed: false,
  messaging_completed: false,
  voicemail_completed: false,
};
const moved: CampaignFigures = { ...autumn, delivered: 4, failed: 1, pending: 5, held: 300 };
const view = { ...autumn, message: 'Hello', voice_title: 'Ana' } as CampaignView;
const row = { id: 'a', campaign_name: 'Autumn', drop_date: autumn.drop_date, dropcowboy_success_calls: 0 };
const update = (news: Partial<LiveUpdate>): LiveUpdate => ({ campaigns: [], gone: [], ...news });

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
const utils = createTRPCQueryUtils({ queryClient, client: createTrpcClient() });
const updater = createUpdater(queryClient, utils);
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
});

/** A screen that shows what a call answers. */
function show(key: readonly unknown[], answer: () => unknown) {
  const queryFn = vi.fn(answer);
  stops.push(new QueryObserver(queryClient, { queryKey: key, queryFn }).subscribe(() => undefined));
  return queryFn;
}
const listKey = getQueryKey(trpc.campaigns.list, undefined, 'query');
const listOf = (...campaigns: unknown[]) => ({ success: true, campaigns });

it('brings figures into the lists, and asks for neither of them', async () => {
  const list = show(listKey, () => listOf(view));
  const rows = show(getQueryKey(trpc.analytics.campaigns, undefined, 'query'), () => [row]);
  await vi.waitFor(() => {
    expect([utils.campaigns.list.getData(), utils.analytics.campaigns.getData()]).not.toContain(undefined);
  });
  updater.apply(update({ campaigns: [moved] }));
  expect(utils.campaigns.list.getData()?.campaigns).toEqual([{ ...view, ...moved }]);
  expect(utils.analytics.campaigns.getData()).toMatchObject([
    { dropcowboy_success_calls: 4, dropcowboy_failed_calls: 1, dropcowboy_pending_calls: 5 },
  ]);
  updater.apply(update({ gone: ['a'] }));
  expect(utils.campaigns.list.getData()?.campaigns).toEqual([]);
  expect(utils.analytics.campaigns.getData()).toEqual([]);
  expect([list.mock.calls.length, rows.mock.calls.length]).toEqual([1, 1]);
});

it('asks for the list where a campaign is new to it', async () => {
  const answers = [listOf(), listOf(view)];
  const list = show(listKey, () => answers.shift());
  await vi.waitFor(() => {
    expect(utils.campaigns.list.getData()?.campaigns).toEqual([]);
  });
  updater.apply(update({ campaigns: [moved] }));
  await vi.waitFor(() => {
    expect(utils.campaigns.list.getData()?.campaigns).toEqual([view]);
  });
  expect(list).toHaveBeenCalledTimes(2);
});

it('an answer that was under way when the news came has not the last word', async () => {
  let answerLate: (answer: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    answerLate = resolve;
  });
  const answers = [late, { balance: 60, held: 30 }];
  const balance = show(getQueryKey(trpc.credits.balance, undefined, 'query'), () => answers.shift());
  updater.apply(update({ credits: { balance: 60, held: 30 } }));
  updater.apply(update({ credits: { balance: 60, held: 30 } }));
  answerLate({ balance: 10, held: 80 });
  await vi.waitFor(() => {
    expect(balance).toHaveBeenCalledTimes(2);
    expect(utils.credits.balance.getData()).toEqual({ balance: 60, held: 30 });
  });
});

it('what follows from campaigns is asked for again, by the screens that show it', async () => {
  const week = show(getQueryKey(trpc.analytics.aggregates, { timeframe: '14d' }, 'query'), () => ({}));
  const history = show(getQueryKey(trpc.billing.subscription, undefined, 'query'), () => ({}));
  await vi.waitFor(() => {
    expect([week.mock.calls.length, history.mock.calls.length]).toEqual([1, 1]);
  });
  updater.apply(update({ campaigns: [moved] }));
  await vi.waitFor(() => {
    expect(week).toHaveBeenCalledTimes(2);
  });
  expect(history).toHaveBeenCalledTimes(1);
});
