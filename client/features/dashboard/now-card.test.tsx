// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { NowCard } from './now-card.tsx';

const campaign = (name: string, change: Partial<CampaignView>) =>
  ({
    id: name,
    name,
    status: 'Success',
    status_reason: null,
    started_at: null,
    completed: false,
    drop_date: '2026-11-30T16:00:00.000Z',
    delivered: 0,
    failed: 0,
    total: 10,
    retryable: 0,
    ...change,
  }) as unknown as CampaignView;
const sending = (name: string) => campaign(name, { status: 'Sending', delivered: 4, failed: 1 });
const finished = campaign('Latest', { completed: true, delivered: 53, total: 60, retryable: 5 });
const entries = () => [...document.querySelectorAll('li')].map((entry) => text(entry));

test('what is sending, what finished last and what is next stand in this order, with what can be done', async () => {
  const screen = await renderScreen(
    <NowCard
      campaigns={[sending('Now'), finished, campaign('Older', { completed: true })]}
      next={campaign('Soon', { status: 'Scheduled' })}
    />,
    { answers: { campaigns: { quote: () => ({ cost: 250 }) as never } } },
  );
  await until(() => expect(hasButton('Retry 5 for 250 credits')).toBe(true));
  expect(screen.sent('campaigns.quote')).toEqual([{ calls: 5 }]);
  const [now, latest, soon, ...others] = entries();
  expect(now).toContain('Now 5 of 10 calls made · 4 delivered');
  expect(latest).toContain('Latest 53 of 60 delivered');
  expect(soon).toMatch(/Soon Starts .*Nov 30, .* · 10 contacts/);
  expect(others).toEqual([]);
  expect([hasButton('Pause'), hasButton('Change Time')]).toEqual([true, true]);
});

test('of many that are sending three are shown', async () => {
  await renderScreen(<NowCard campaigns={['a', 'b', 'c', 'd'].map(sending)} next={undefined} />);
  expect(entries()).toHaveLength(3);
});
