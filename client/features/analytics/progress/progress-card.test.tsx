// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CampaignProgress } from '#shared/schemas/campaigns/progress.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import ProgressCard from './progress-card.tsx';

const PROGRESS: CampaignProgress = {
  status: 'sending' as never,
  total: 1_000,
  delivered: 400,
  failed: 12,
  pending: 588,
  per_second: [],
  calls_per_minute: 90,
  seconds_left: 180,
  next_calls: null,
  ends_later: false,
  charged: 20_000,
  held: 29_400,
  cost_so_far: 20_600,
  cost_is_exact: true,
};

test('a sending campaign says how far it is, its pace, its end and its cost', async () => {
  const progress = vi.fn(() => Promise.reject<CampaignProgress>(noResponse()));
  const screen = await renderScreen(<ProgressCard campaign="c1" />, { answers: { campaigns: { progress } } });
  progress.mockResolvedValue(PROGRESS);
  await click('Retry');
  const said = text();
  expect(said).toContain('412 of 1,000 calls made');
  expect(said).toContain('Throughput 90 a minute');
  expect(said).toContain('Time left About 3 minutes');
  expect(said).toContain('Cost so far 20,600 credits');
  expect(said).toContain('On hold 29,400 credits');
  expect(said).toContain('90 calls a minute now');
  expect(said).toMatch(/Delivered.*400.*Failed.*12.*Pending.*588/);
  expect(screen.sent('campaigns.progress')[0]).toEqual({ id: 'c1' });
});
