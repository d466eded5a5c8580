import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { createTRPCQueryUtils, getQueryKey } from '@trpc/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { CampaignStats, LiveUpdate } from '#shared/schemas/live.ts';
import { CAMPAIGN_LIST } from './loaded-campaigns.ts';
import { createTrpcClient, trpc } from '../trpc.ts';
import { createUpdateHandler } from './apply-update.ts';

const autumn: CampaignStats = {
  id: 'a',
  name: 'Autumn',
  drop_date: '2026-11-20T09:30:00.000Z',
  status: 'Sending',
  status_message: 'Sending · 0 of 10 delivered',
  status_reason: null,
  next_calls: null,
  total: 10,
  delivered: 0,
  failed: 0,
  settled: 0,
  pending: 10,
  retryable: 0,
  held: 500,
  completed: false,
};
const moved: CampaignStats = { ...autumn, delivered: 4, failed: 1, settled: 5, pending: 5, held: 300 };
const view = { ...autumn, message: 'Hello', voice_title: 'Ana' } as CampaignStats & CampaignView;
const update = (change: Partial<LiveUpdate>): LiveUpdate => ({ campaigns: [], gone: [], ...change });

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
const utils = createTRPCQueryUtils({ queryClient, client: createTrpcClient() });
let handler = createUpdateHandler(queryClient, utils);
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
  handler = createUpdateHandler(queryClient, utils);
});

/** Observes a query and returns the mock that fetches it. */
function observe(key: readonly unknown[], fetch: () => unknown) {
  const queryFn = vi.fn(fetch);
  stops.push(new QueryObserver(queryClient, { queryKey: key, queryFn }).subscribe(() => undefined));
  return queryFn;
}

/** Observes the campaign list with these pages loaded; `lastCursor` is the cursor of the last page. */
async function observeList(pages: readonly (readonly CampaignView[])[], lastCursor: string | null) {
  const queryFn = vi.fn(({ pageParam }: { pageParam: number }) => ({
    success: true,
    campaigns: pages[pageParam],
    next: pageParam === pages.length - 1 ? lastCursor : String(pageParam + 1),
  }));
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: getQueryKey(trpc.campaigns.list, CAMPAIGN_LIST, 'infinite'),
    queryFn,
    initialPageParam: 0,
    getNextPageParam: (page) => {
      const { next } = page as { next: string | null };
      return next === null || next === 'more' ? null : Number(next);
    },
  });
  stops.push(observer.subscribe(() => undefined));
  for (let loaded = 1; loaded <= pages.length; loaded += 1) {
    if (loaded > 1) await observer.fetchNextPage();
    await vi.waitFor(() => {
      expect(loadedPages()).toHaveLength(loaded);
    });
  }
  return queryFn;
}

const loadedPages = () =>
  utils.campaigns.list.getInfiniteData(CAMPAIGN_LIST)?.pages.map(({ campaigns }) => campaigns);
const other = { ...view, id: 'b', drop_date: '2026-11-21T09:30:00.000Z' };

it('an update patches every loaded page of the list without a refetch', async () => {
  const list = await observeList([[other], [view]], null);
  handler.apply(update({ campaigns: [moved] }));
  expect(loadedPages()).toEqual([[other], [{ ...view, ...moved }]]);
  handler.apply(update({ gone: ['a'] }));
  expect(loadedPages()).toEqual([[other], []]);
  expect(list).toHaveBeenCalledTimes(2);
});

it('the loaded pages are refetched when an updated campaign is missing from them', async () => {
  const list = await observeList([[other]], null);
  handler.apply(update({ campaigns: [moved] }));
  await vi.waitFor(() => {
    expect(list).toHaveBeenCalledTimes(2);
  });
});

it('the loaded pages are refetched when a campaign changes its position', async () => {
  const list = await observeList([[other], [view]], 'more');
  handler.apply(update({ campaigns: [{ ...moved, drop_date: '2026-11-22T09:30:00.000Z' }] }));
  await vi.waitFor(() => {
    expect(list).toHaveBeenCalledTimes(4);
  });
});

it('the loaded pages are refetched when a campaign begins to send or finishes', async () => {
  const list = await observeList([[other], [{ ...view, status: 'Scheduled' }]], 'more');
  handler.apply(update({ campaigns: [moved] }));
  await vi.waitFor(() => {
    expect(list).toHaveBeenCalledTimes(4);
  });
});

it('the list is not refetched for a campaign beyond the loaded pages', async () => {
  const list = await observeList([[other]], 'more');
  const summary = observe(getQueryKey(trpc.campaigns.summary, undefined, 'query'), () => ({}));
  await vi.waitFor(() => {
    expect(summary).toHaveBeenCalledTimes(1);
  });
  handler.apply(update({ campaigns: [moved] }));
  // Once the summary is refetched, a refetch of the list would have started too.
  await vi.waitFor(() => {
    expect(summary).toHaveBeenCalledTimes(2);
  });
  expect(list).toHaveBeenCalledTimes(1);
});

it('a response in flight when an update arrives does not overwrite it', async () => {
  let resolveLate: (response: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    resolveLate = resolve;
  });
  const responses = [late, { balance: 60, held: 30 }];
  const balance = observe(getQueryKey(trpc.credits.balance, undefined, 'query'), () => responses.shift());
  handler.apply(update({ credits: { balance: 60, held: 30 } }));
  handler.apply(update({ credits: { balance: 60, held: 30 } }));
  resolveLate({ balance: 10, held: 80 });
  await vi.waitFor(() => {
    expect(balance).toHaveBeenCalledTimes(2);
    expect(utils.credits.balance.getData()).toEqual({ balance: 60, held: 30 });
  });
});

it('observed queries derived from campaigns are refetched, and no others', async () => {
  const charts = observe(getQueryKey(trpc.analytics.aggregates, { timeframe: '14d' }, 'query'), () => ({}));
  const subscription = observe(getQueryKey(trpc.billing.subscription, undefined, 'query'), () => ({}));
  await vi.waitFor(() => {
    expect([charts.mock.calls.length, subscription.mock.calls.length]).toEqual([1, 1]);
  });
  handler.apply(update({ campaigns: [moved] }));
  await vi.waitFor(() => {
    expect(charts).toHaveBeenCalledTimes(2);
  });
  expect(subscription).toHaveBeenCalledTimes(1);
});

it('calls that are reported but not settled refetch what counts them, and nothing that counts settled calls', async () => {
  const observed = [
    observe(getQueryKey(trpc.campaigns.status, { id: 'a' }, 'query'), () => ({})),
    observe(getQueryKey(trpc.campaigns.summary, undefined, 'query'), () => ({})),
    observe(getQueryKey(trpc.billing.usage, undefined, 'query'), () => ({})),
    observe(getQueryKey(trpc.campaigns.quote, { calls: 1 }, 'query'), () => ({})),
    observe(getQueryKey(trpc.credits.flow, undefined, 'query'), () => ({})),
    observe(getQueryKey(trpc.credits.campaigns, undefined, 'query'), () => ({})),
    observe(getQueryKey(trpc.credits.history, {}, 'query'), () => ({})),
    observe(getQueryKey(trpc.credits.statement, {}, 'query'), () => ({})),
  ];
  const fetched = () => observed.map(({ mock }) => mock.calls.length);
  const expectFetched = (calls: number, campaigns: number, credits: number) =>
    vi.waitFor(() => {
      expect(fetched()).toEqual([calls, campaigns, ...observed.slice(2).map(() => credits)]);
    });
  await expectFetched(1, 1, 1);
  handler.apply(update({ campaigns: [moved], credits: { balance: 60, held: 300 } }));
  await expectFetched(2, 2, 2);
  const reported = { ...moved, delivered: 6, pending: 3 };
  handler.apply(update({ campaigns: [reported], credits: { balance: 60, held: 300 } }));
  await expectFetched(3, 2, 2);
  handler.apply(update({ campaigns: [{ ...reported, settled: 7 }], credits: { balance: 60, held: 200 } }));
  await expectFetched(4, 3, 3);
});
