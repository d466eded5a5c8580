// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { click, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { CampaignList } from './campaign-list.tsx';

const campaign = (at: number, change: Partial<CampaignView> = {}) =>
  ({
    id: `c${String(at)}`,
    name: `Campaign ${String(at)}`,
    voice_title: 'Ana',
    started_at: null,
    drop_date: '2026-11-20T09:30:00.000Z',
    status: 'Paused',
    status_message: '',
    status_reason: null,
    next_calls: null,
    delivered: 6,
    total: 15,
    completed: false,
    retryable: 0,
    ...change,
  }) as unknown as CampaignView;
const QUERY = {
  hasNextPage: false,
  isFetching: false,
  isError: false,
  fetchNextPage: () => Promise.resolve(),
};
const rows = () => document.querySelectorAll('tbody tr').length;

test('eight campaigns are shown on a page', async () => {
  const campaigns = Array.from({ length: 10 }, (_, at) => campaign(at));
  await renderScreen(<CampaignList campaigns={campaigns} total={10} query={QUERY} onRetry={vi.fn()} />);
  expect([rows(), text().includes('Page 1 of 2')]).toEqual([8, true]);
  await click('Next page');
  expect(rows()).toBe(2);
});

test.each<[Partial<CampaignView>, string]>([
  [{ status: 'Scheduled' }, '15 contacts'],
  [{ status: 'Sending' }, '6 of 15'],
  [{ name: '' }, 'Unnamed Campaign Voice: Ana'],
])('a campaign with %j says %s', async (change, said) => {
  await renderScreen(
    <CampaignList campaigns={[campaign(1, change)]} total={1} query={QUERY} onRetry={vi.fn()} />,
  );
  expect(text()).toContain(said);
});

test('a campaign is deleted after a question about it', async () => {
  await renderScreen(
    <CampaignList campaigns={[campaign(1), campaign(2)]} total={2} query={QUERY} onRetry={vi.fn()} />,
  );
  const [, second] = [...document.querySelectorAll<HTMLElement>('[aria-label=Delete]')];
  second?.click();
  await until(() => expect(text()).toContain('“Campaign 2” and its contacts will be deleted.'));
});

test('campaigns are loading, missing, or could not be loaded', async () => {
  const onRetry = vi.fn();
  const screen = await renderScreen(
    <CampaignList campaigns={undefined} total={0} query={QUERY} onRetry={onRetry} />,
  );
  expect(text()).not.toContain('No campaigns yet');
  await screen.update(<CampaignList campaigns={[]} total={0} query={QUERY} onRetry={onRetry} />);
  expect(hasButton('Create Your First Campaign')).toBe(true);
  expect(hasButton('View all')).toBe(false);
  await screen.update(
    <CampaignList campaigns={undefined} total={0} query={{ ...QUERY, isError: true }} onRetry={onRetry} />,
  );
  await click('Retry');
  expect(onRetry).toHaveBeenCalledOnce();
});
