// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CampaignSummary, CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { trpc } from '#client/app/trpc.ts';
import { CAMPAIGN_LIST } from './loaded-campaigns.ts';
import { useCampaigns, useRefreshCampaigns } from './use-campaigns.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./use-live.ts');
  vi.resetModules();
});
const connection = vi.hoisted(() => ({ live: false }));
vi.mock('./use-live.ts', () => ({ useLive: () => connection.live }));

beforeEach(() => {
  connection.live = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NONE = { Scheduled: 0, Sending: 0, Paused: 0, Success: 0, Failed: 0 };
const summary = (by_status: Partial<typeof NONE>, next_drop_date: string | null = null) =>
  ({ campaigns: 1, by_status: { ...NONE, ...by_status }, next_drop_date }) as CampaignSummary;
const row = (change: Partial<CampaignView> = {}) =>
  ({
    id: 'a',
    status: 'Success',
    drop_date: '2026-11-20T09:30:00Z',
    delivered: 1,
    failed: 0,
    ...change,
  }) as CampaignView;

const server = {
  rows: [row()],
  summary: summary({}),
  next: null as string | null,
};
const answers = () => ({
  campaigns: {
    list: (input: { cursor?: unknown } = {}) => ({
      success: true as const,
      campaigns: input.cursor === undefined ? server.rows : [row({ id: 'b' })],
      next: input.cursor === undefined ? server.next : null,
    }),
    summary: () => server.summary,
    group: () => ({}) as never,
    status: () => ({}) as never,
    progress: () => ({}) as never,
    plan: () => ({}) as never,
    quote: () => ({}) as never,
  },
  contactLists: { list: () => ({}) as never, get: () => ({}) as never },
  credits: {
    balance: () => ({ balance: 1, held: 0 }) as never,
    campaigns: () => [],
    flow: () => ({}) as never,
    history: () => ({}) as never,
    statement: () => ({}) as never,
  },
  billing: { usage: () => ({}) as never },
  analytics: { aggregates: () => ({}) as never },
});
const pass = (ms: number) =>
  turn(() => {
    vi.advanceTimersByTime(ms);
  });
const useCredits = () => {
  trpc.credits.balance.useQuery();
  trpc.credits.campaigns.useQuery();
  trpc.credits.flow.useQuery();
  trpc.credits.history.useInfiniteQuery({}, { getNextPageParam: () => null });
  trpc.credits.statement.useInfiniteQuery({}, { getNextPageParam: () => null });
  trpc.billing.usage.useQuery();
  trpc.campaigns.quote.useQuery({ calls: 1 });
};
const OF_CREDITS = [
  'credits.balance',
  'credits.campaigns',
  'credits.flow',
  'credits.history',
  'credits.statement',
  'billing.usage',
  'campaigns.quote',
];
const useBoth = () => {
  useCredits();
  trpc.analytics.aggregates.useQuery({ timeframe: '7d' });
  return useCampaigns();
};
const render = () => renderHook(useBoth, null, { answers: answers() as never });

test('campaigns are loaded by pages, with their summary', async () => {
  Object.assign(server, { rows: [row()], summary: summary({ Success: 1 }), next: 'n' });
  const hook = await render();
  await turn();
  expect(hook.result()).toMatchObject({
    campaigns: [{ id: 'a' }],
    summary: server.summary,
    isPending: false,
  });
  expect(hook.sent('campaigns.list')[0]).toMatchObject(CAMPAIGN_LIST);
  await turn(() => void hook.result().query.fetchNextPage());
  expect(hook.result().campaigns?.map(({ id }) => id)).toEqual(['a', 'b']);
  await turn(() => {
    hook.result().retry();
  });
  expect(hook.sent('campaigns.summary')).toHaveLength(2);
});

test.each<[string, CampaignSummary, CampaignView, [number, number]]>([
  ['none can change', summary({ Success: 1 }), row(), [1, 1]],
  ['one is sending', summary({ Sending: 1 }), row({ status: 'Sending' }), [4, 4]],
  ['one that is not loaded is sending', summary({ Sending: 1 }), row(), [1, 4]],
  ['one begins in an hour', summary({ Scheduled: 1 }, '2026-11-20T10:00:00Z'), row(), [1, 1]],
])('where %s, the list and the summary are asked for as often in 3 seconds', async (_, sum, one, times) => {
  vi.setSystemTime('2026-11-20T09:00:00Z');
  Object.assign(server, { rows: [one], summary: sum, next: null });
  const hook = await render();
  await turn();
  for (let second = 0; second < 3; second++) await pass(1_000);
  expect([hook.sent('campaigns.list').length, hook.sent('campaigns.summary').length]).toEqual(times);
});

test('live, nothing is asked for again', async () => {
  connection.live = true;
  Object.assign(server, { rows: [row({ status: 'Sending' })], summary: summary({ Sending: 1 }), next: null });
  const hook = await render();
  await turn();
  for (let second = 0; second < 3; second++) await pass(1_000);
  expect([hook.sent('campaigns.list').length, hook.sent('campaigns.summary').length]).toEqual([1, 1]);
});

test.each([
  [false, 2],
  [true, 1],
])('where campaigns go on (live: %s), credits and charts are asked for again', async (live, times) => {
  connection.live = live;
  Object.assign(server, { rows: [row({ status: 'Success' })], summary: summary({}), next: null });
  const hook = await render();
  await turn();
  server.rows = [row({ delivered: 1, failed: 1 })];
  await turn(() => {
    hook.result().retry();
  });
  await turn();
  const asked = [...OF_CREDITS, 'analytics.aggregates'];
  expect(asked.map((name) => [name, hook.sent(name).length])).toEqual(asked.map((name) => [name, times]));
});

test('a change of a campaign asks again for all that it affects', async () => {
  const hook = await renderHook(
    () => {
      trpc.campaigns.group.useQuery({ sort: 'recent' });
      trpc.credits.balance.useQuery();
      trpc.credits.flow.useQuery();
      trpc.contactLists.list.useQuery();
      trpc.contactLists.get.useQuery({ id: 'l' });
      trpc.analytics.aggregates.useQuery({ timeframe: '7d' });
      trpc.campaigns.summary.useQuery();
      trpc.campaigns.status.useQuery({ id: 'a' });
      trpc.campaigns.progress.useQuery({ id: 'a' });
      trpc.campaigns.plan.useQuery({ id: 'a' });
      return useRefreshCampaigns();
    },
    null,
    { answers: answers() as never },
  );
  await turn(() => void hook.result()());
  const asked = [
    'campaigns.group',
    'credits.balance',
    'credits.flow',
    'contactLists.list',
    'contactLists.get',
    'analytics.aggregates',
    'campaigns.summary',
    'campaigns.status',
    'campaigns.progress',
    'campaigns.plan',
  ];
  expect(asked.map((name) => [name, hook.sent(name).length])).toEqual(asked.map((name) => [name, 2]));
});
