// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { click, enter, field, hasButton, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { momentText } from '#client/ui/display/moment-text.ts';
import ChooseCampaign from './choose-campaign.tsx';
import { CampaignSide, PeriodSide } from './side-pickers.tsx';

const AT_TEXT = momentText('2026-11-20T09:30:00.000Z');

const row = (name: string, started_at: string | null) =>
  ({
    id: name,
    campaign_name: name,
    campaign_status: 'Sending',
    started_at,
    drop_date: '2026-11-20T09:30:00.000Z',
  }) as AnalyticsRow;
interface Page {
  rows: AnalyticsRow[];
  next: string | null;
  previous: string | null;
}
const ROWS = [row('Autumn', '2026-11-21T10:00:00.000Z'), row('Winter', null)];

test('days are compared once both are given and in order', async () => {
  const onChange = vi.fn();
  await renderScreen(<PeriodSide label="First" days={null} onChange={onChange} />);
  await enter('First: from', '2026-01-10');
  await enter('First: to', '2026-01-09');
  expect(noteOf('First: to')).toBe('The range ends before it begins.');
  await enter('First: to', '1999-01-11');
  expect(noteOf('First: to')).toBe('Please enter days of this century.');
  expect(onChange).not.toHaveBeenCalled();
  await enter('First: to', '2026-01-10');
  expect(onChange.mock.calls).toEqual([[{ from: '2026-01-10', to: '2026-01-10' }]]);
});

test('days that the address changes replace those that were typed', async () => {
  const days = { from: '2026-01-01', to: '2026-01-31' };
  const screen = await renderScreen(<PeriodSide label="First" days={days} onChange={vi.fn()} />);
  await enter('First: from', '2026-02-01');
  await screen.update(
    <PeriodSide label="First" days={{ from: '2026-03-01', to: '2026-03-31' }} onChange={vi.fn()} />,
  );
  expect([field('First: from').value, field('First: to').value]).toEqual(['2026-03-01', '2026-03-31']);
});

test('a campaign is chosen in a dialog, which closes', async () => {
  const onChange = vi.fn();
  const screen = await renderScreen(<CampaignSide label="Second" name={null} onChange={onChange} />, {
    answers: { analytics: { campaigns: () => ({ rows: ROWS, next: null, previous: null }) } },
  });
  expect(text()).toContain('Second None chosen');
  await click('Choose the second');
  await until(() => expect(hasButton(`Winter Sending · ${AT_TEXT}`)).toBe(true));
  expect(screen.sent('analytics.campaigns')).toEqual([{ search: '', limit: 8 }]);
  await click(`Autumn Sending · ${momentText('2026-11-21T10:00:00.000Z')}`);
  expect(onChange.mock.calls).toEqual([['Autumn']]);
  expect(text()).not.toContain('Choose the second Search');
});

test('a chosen campaign can be changed', async () => {
  await renderScreen(<CampaignSide label="Second" name="Autumn" onChange={vi.fn()} />);
  expect(text()).toContain('Second Autumn');
  expect(hasButton('Change the second')).toBe(true);
});

const choose = <ChooseCampaign open title="Choose" onOpenChange={vi.fn()} onChoose={vi.fn()} />;

test('a campaign is searched for by its name, of which the latest are shown', async () => {
  const screen = await renderScreen(choose, {
    answers: {
      analytics: {
        campaigns: (input) =>
          input?.search === 'x'
            ? { rows: [], next: null, previous: null }
            : { rows: ROWS, next: 'c', previous: null },
      },
    },
  });
  expect(text()).toContain('The latest 8 are shown. Search for others by name.');
  await enter('Search by name', ' x ');
  await until(() => expect(text()).toContain('No campaign has this text in its name.'));
  expect(screen.sent('analytics.campaigns').at(-1)).toEqual({ search: 'x', limit: 8 });
});

test('campaigns that cannot be loaded are asked for again', async () => {
  const campaigns = vi.fn(() => Promise.reject<Page>(noResponse()));
  await renderScreen(choose, { answers: { analytics: { campaigns } } });
  campaigns.mockResolvedValue({ rows: ROWS, next: null, previous: null });
  await click('Retry');
  expect(text()).toContain('Autumn');
});
