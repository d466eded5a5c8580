// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { rememberSent } from '#client/domain/actions/sent-campaigns.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { text } from '#client/testing/page.ts';
import { turn } from '#client/testing/turn.ts';
import { useFinishedToasts } from './finished-toasts.ts';
import { useWeeks } from './use-weeks.ts';

test('of two weeks the last has its days, and of the one before the calls are added up', async () => {
  const days = Array.from({ length: 14 }, (_, index) => [
    `2026-11-${String(index + 7).padStart(2, '0')}`,
    { dropcowboy_total_calls: index + 1, call_sent_rate: 0, delivered: index },
  ]);
  const aggregates = () => Object.fromEntries(days) as never;
  const hook = await renderHook(useWeeks, undefined as never, { answers: { analytics: { aggregates } } });
  expect(hook.first()).toMatchObject({ days: [], calls: 0, loading: true, failed: false, retrying: true });
  await turn();
  expect(hook.sent('analytics.aggregates')).toEqual([{ timeframe: '14d' }]);
  expect(hook.result()).toMatchObject({
    calls: 8 + 9 + 10 + 11 + 12 + 13 + 14,
    callsBefore: 1 + 2 + 3 + 4 + 5 + 6 + 7,
    delivered: 7 + 8 + 9 + 10 + 11 + 12 + 13,
    loading: false,
    failed: false,
    retrying: false,
  });
  expect(hook.result().days.map(({ day, calls, delivered }) => [day, calls, delivered])).toEqual(
    days.slice(7).map(([day], index) => [day, index + 8, index + 7]),
  );
});

test('a failed week is empty, and asked for again', async () => {
  const aggregates = () => Promise.reject(noResponse());
  const hook = await renderHook(useWeeks, undefined as never, { answers: { analytics: { aggregates } } });
  await turn();
  expect(hook.result()).toMatchObject({ days: [], calls: 0, callsBefore: 0, failed: true, loading: false });
  await turn(() => {
    hook.result().retry();
  });
  expect(hook.sent('analytics.aggregates')).toHaveLength(2);
});

const campaign = (id: string, change: Partial<CampaignView>) =>
  ({ id, name: id, completed: true, delivered: 2, total: 2, ...change }) as CampaignView;

test('a campaign that was sent here and has finished is said once, with the new balance', async () => {
  for (const id of ['Won', 'Lost', 'Open']) rememberSent(id);
  const balance = () => ({ balance: 1_234, held: 0 }) as never;
  const campaigns = [
    campaign('Won', {}),
    campaign('Lost', { delivered: 0 }),
    campaign('Open', { completed: false }),
    campaign('Elsewhere', {}),
  ];
  const hook = await renderHook(
    (given: CampaignView[] | undefined) => {
      useFinishedToasts(given);
    },
    undefined as CampaignView[] | undefined,
    { answers: { credits: { balance } } },
  );
  await hook.update(campaigns);
  await turn();
  const said = text();
  expect(said).toContain('Campaign "Won" executed successfully!');
  expect(said).toContain('Your current balance: 1,234');
  expect(said).toContain('Campaign "Lost" finished');
  expect(said).not.toMatch(/Open|Elsewhere/);
  await hook.update([...campaigns]);
  await turn();
  expect(text().split('executed successfully')).toHaveLength(2);
});

test('without a connection the balance is said to be 0', async () => {
  rememberSent('Won');
  const balance = () => Promise.reject(noResponse());
  await renderHook(
    (given: CampaignView[]) => {
      useFinishedToasts(given);
    },
    [campaign('Won', {})],
    { answers: { credits: { balance } } },
  );
  await turn();
  expect(text()).toContain('Your current balance: 0');
});
