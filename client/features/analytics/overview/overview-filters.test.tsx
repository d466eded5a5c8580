// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { enter, field, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { ListFilters, RangeFilter } from './overview-filters.tsx';
import { overviewUrl, type OverviewUrl } from './overview-url.ts';

const at = (change: Partial<OverviewUrl> = {}): OverviewUrl => ({ ...overviewUrl.initial, ...change });

test.each([
  ['7d', { range: '7d', from: '', to: '' }],
  ['custom', { range: 'custom', from: '', to: '' }],
])('the range %s is shown without the days of another', async (range, change) => {
  const show = vi.fn();
  const shown = at({ range: '90d', from: '2026-01-01', to: '2026-01-31' });
  await renderScreen(<RangeFilter shown={shown} show={show} problem={undefined} />);
  expect(text()).not.toContain('From, UTC day');
  await enter('Time range', range);
  expect(show.mock.calls).toEqual([[change]]);
});

test('days are typed apart, and go on in one step of the history', async () => {
  const show = vi.fn();
  const shown = at({ range: 'custom', from: '2026-01-01', to: '2025-01-31' });
  await renderScreen(<RangeFilter shown={shown} show={show} problem="The range ends before it begins." />);
  expect(field('From, UTC day').value).toBe('2026-01-01');
  expect(noteOf('To, UTC day')).toBe('The range ends before it begins.');
  await enter('From, UTC day', '2026-01-02');
  await enter('To, UTC day', '2026-01-30');
  expect(show.mock.calls).toEqual([
    [{ from: '2026-01-02' }, { replace: true }],
    [{ to: '2026-01-30' }, { replace: true }],
  ]);
});

test.each([
  ['Status', 'Paused', { status: 'Paused' }],
  ['Status', '', { status: null }],
  ['Sort by', 'rate asc', { sort: 'rate', direction: 'asc' }],
  ['Sort by', 'running desc', { sort: 'running', direction: 'desc' }],
])('%s set to %j shows it', async (label, value, change) => {
  const show = vi.fn();
  await renderScreen(<ListFilters shown={at({ status: 'Failed', sort: 'name' })} show={show} />);
  await enter(label, value);
  expect(show.mock.calls).toEqual([[change]]);
});

test.each<[Partial<OverviewUrl>, string]>([
  [{}, 'Running first'],
  [{ sort: 'running', direction: 'asc' }, 'Running first'],
  [{ sort: 'time', direction: 'asc' }, 'Earliest first'],
  [{ sort: 'time' }, 'Latest first'],
  [{ sort: 'name', direction: 'asc' }, 'Name, A to Z'],
  [{ sort: 'name' }, 'Name, Z to A'],
  [{ sort: 'made' }, 'Most made'],
  [{ sort: 'failed', direction: 'asc' }, 'Fewest failed'],
  [{ sort: 'rate' }, 'Best delivery rate'],
  [{ sort: 'status', direction: 'asc' }, 'Status, scheduled first'],
])('the order %j is called %s', async (shown, name) => {
  await renderScreen(<ListFilters shown={at(shown)} show={vi.fn()} />);
  const select = field('Sort by') as unknown as HTMLSelectElement;
  expect(select.selectedOptions[0]?.textContent).toBe(name);
});

test('a search is shown once a person pauses', async () => {
  const show = vi.fn();
  await renderScreen(<ListFilters shown={at()} show={show} />);
  await enter('Search by name', ' spring ');
  await until(() => expect(show.mock.calls).toEqual([[{ search: 'spring' }]]));
});
