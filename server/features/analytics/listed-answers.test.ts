import { expect, test } from 'vitest';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';
import { createCostLimits } from '#server/platform/trpc/cost.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { restEntries } from '#server/platform/http/rest.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { AnalyticsDeps } from './analytics-deps.ts';
import { createAnalyticsRouter } from './analytics-router.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const SPRING = {
  id: 'c',
  name: 'Spring',
  status: 'Success',
  dropDate: NOW,
  startedAt: new Date('2027-01-12T15:01:00Z'),
  total: 10,
  delivered: 5,
  failed: 3,
  pending: 2,
  charged: 250,
  outcomes: { 4006: { calls: 2, retryable: 2 }, '': { calls: 1, retryable: 0 } },
} as unknown as CampaignCounters;
const ERASED = { ...SPRING, id: 'e', name: 'Erased', contactsKeptDays: 90, outcomes: undefined };
const DAYS = [
  { day: '2027-01-11', delivered: 3, failed: 1 },
  { day: '2027-01-12', delivered: 2, failed: 2 },
];

/** Calls a procedure; returns what it asks of the statistics and what it answers. */
async function answered(name: string, input: unknown): Promise<string> {
  const { calls, recorded } = createCallRecorder();
  const campaigns = new Map([
    ['Spring', SPRING],
    ['Erased', ERASED],
  ]);
  const sums = { campaigns: 4, total: 20, delivered: 9, failed: 7, charged: 450 };
  const deps = {
    statistics: recorded('statistics', {
      findCampaign: (uid: string, reference: string) =>
        Promise.resolve(uid === 'u' ? campaigns.get(reference) : undefined),
      listCampaigns: () => Promise.resolve({ campaigns: [SPRING], next: 'next', previous: 'previous' }),
      totalsOf: (_uid: string, { status }: { status?: string }) =>
        Promise.resolve(status === undefined ? sums : { ...sums, campaigns: 1 }),
      listDays: () => Promise.resolve(DAYS),
      countOutcomes: () => Promise.resolve({ 4006: { calls: 3, retryable: 1 } }),
      sumHours: () =>
        Promise.resolve({
          '7-23': { delivered: 0, failed: 1 },
          '1-09': { delivered: 2, failed: 0 },
          '1-08': { delivered: 0, failed: 0 },
        }),
      campaignHours: () => Promise.resolve({ '1-09': { delivered: 2, failed: 1 } }),
      listCalls: () => Promise.resolve({ calls: [], matching: { count: 3, exact: false }, next: 'after' }),
      findCall: () => Promise.resolve(undefined),
    }),
    messages: recorded('messages'),
    charges: recorded('charges'),
    clock: { now: () => NOW },
  } as unknown as AnalyticsDeps;
  const router = createAnalyticsRouter(deps);
  const caller = { user: { uid: 'u', streamId: 's' }, viaApiKey: false, costs: createCostLimits() };
  const call = createCallerFactory(router)(caller as unknown as Context);
  const procedure = call[name as keyof typeof call] as (input: unknown) => Promise<unknown>;
  const answer = await procedure(input).catch(String);
  const cursors = restEntries(router).flatMap(({ procedure: of, route: { nextCursor, toBody } }) => {
    if (of !== name || typeof answer === 'string') return [];
    return [
      ['next', nextCursor?.(answer as never)],
      ['body', toBody?.(answer as never)],
    ];
  });
  const lines = [...calls, ['=', answer], ...cursors.filter(([, value]) => value !== undefined)];
  return lines
    .map(
      (line) => `  ${line.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' ')}`,
    )
    .join('\n');
}

const SPRING_REF = { campaign_name: 'Spring' };
const CALLS: [string, unknown][] = [
  ['aggregates', { timeframe: '7d' }],
  ['campaigns', {}],
  ['campaigns', { status: 'Success', search: 'spr', from: '2027-01-01', to: '2027-01-31' }],
  ['totals', {}],
  ['totals', { status: 'Success' }],
  ['totals', { search: 'spr', from: '2027-01-01' }],
  ['totals', { to: '2027-01-31' }],
  ['days', undefined],
  ['days', { from: '2027-01-11', to: '2027-01-13' }],
  ['days', { from: '2027-01-12', to: '2027-01-12' }],
  ['days', { from: '2027-01-13', to: '2027-01-13' }],
  ['campaign', SPRING_REF],
  ['campaign', { campaign_name: 'Autumn' }],
  ['outcomes', SPRING_REF],
  ['outcomes', { campaign_name: 'Erased' }],
  ['hours', { from: '2027-01-01' }],
  ['hours', { from: '2027-01-13', to: '2027-01-12' }],
  ['hours', { from: '2026-01-12', to: '2027-01-12' }],
  ['hours', { from: '2026-01-11', to: '2027-01-12' }],
  ['reasons', undefined],
  ['details', { ...SPRING_REF, page: 2, page_size: 10 }],
  ['details', { campaign_name: 'Erased' }],
  ['singleCall', { ...SPRING_REF, number: 1 }],
  ['singleCall', { campaign_name: 'Erased', number: 1 }],
  ['compare', { kind: 'campaigns', a: 'Spring', b: 'Erased' }],
];

test('the calls ask and answer what is listed', async () => {
  const answers: string[] = [];
  for (const [name, input] of CALLS)
    answers.push(
      `${name} ${input === undefined ? '' : JSON.stringify(input)}\n${await answered(name, input)}`,
    );
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('listed-answers.txt');
});
