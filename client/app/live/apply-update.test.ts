import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { createTRPCQueryUtils, getQueryKey } from '@trpc/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import type { CampaignStats, LiveUpdate } from '#shared/schemas/live.ts';
import { CAMPAIGN_LIST } from './loaded-campaigns.ts';
import { createTrpcClient, trpc } from '../trpc.ts';
import { createUpdater } from './apply-update.ts';

const autumn: CampaignStats = {
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
const moved: CampaignStats = { ...autumn, delivered: 4, failed: 1, pending: 5, held: 300 };
const view = { ...autumn, message: 'Hello', voice_title: 'Ana' } as CampaignView;
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

/** A screen that shows the list, of which two parts were loaded; the last one says whether more follow. */
async function showList(parts: readonly (readonly CampaignView[])[], last: string | null) {
  const queryFn = vi.fn(({ pageParam }: { pageParam: number }) => ({
    success: true,
    campaigns: parts[pageParam],
    next: pageParam === parts.length - 1 ? last : String(pageParam + 1),
  }));
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: getQueryKey(trpc.campaigns.list, CAMPAIGN_LIST, 'infinite'),
    queryFn,
    initialPageParam: 0,
    getNextPageParam: (part) => {
      const { next } = part as { next: string | null };
      return next === null || next === 'more' ? null : Number(next);
    },
  });
  stops.push(observer.subscribe(() => undefined));
  for (let loaded = 1; loaded <= parts.length; loaded += 1) {
    if (loaded > 1) await observer.fetchNextPage();
    await vi.waitFor(() => {
      expect(partsShown()).toHaveLength(loaded);
    });
  }
  return queryFn;
}

const partsShown = () =>
  utils.campaigns.list.getInfiniteData(CAMPAIGN_LIST)?.pages.map(({ campaigns }) => campaigns);
const other = { ...view, id: 'b', drop_date: '2026-11-21T09:30:00.000Z' };

it('brings figures into each loaded part of the list, and asks for none of them', async () => {
  const list = await showList([[other], [view]], null);
  updater.apply(update({ campaigns: [moved] }));
  expect(partsShown()).toEqual([[other], [{ ...view, ...moved }]]);
  updater.apply(update({ gone: ['a'] }));
  expect(partsShown()).toEqual([[other], []]);
  expect(list).toHaveBeenCalledTimes(2);
});

it('asks for the loaded parts where a campaign is new to them', async () => {
  const list = await showList([[other]], null);
  updater.apply(update({ campaigns: [moved] }));
  await vi.waitFor(() => {
    expect(list).toHaveBeenCalledTimes(2);
  });
});

it('asks for them where a campaign stands at another place now', async () => {
  const list = await showList([[other], [view]], 'more');
  updater.apply(update({ campaigns: [{ ...moved, drop_date: '2026-11-22T09:30:00.000Z' }] }));
  await vi.waitFor(() => {
    expect(list).toHaveBeenCalledTimes(4);
  });
});

it('leaves the list alone where a campaign is further down than what is loaded', async () => {
  const list = await showList([[other]], 'more');
  const summary = show(getQueryKey(trpc.campaigns.summary, undefined, 'query'), () => ({}));
  await vi.waitFor(() => {
    expect(summary).toHaveBeenCalledTimes(1);
  });
  updater.apply(update({ campaigns: [moved] }));
  // The summary counts it all the same; by then the list would have been asked for too.
  await vi.waitFor(() => {
    expect(summary).toHaveBeenCalledTimes(2);
  });
  expect(list).toHaveBeenCalledTimes(1);
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
