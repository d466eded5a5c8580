// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CalendarCampaign } from '#shared/schemas/campaigns/campaign-calendar.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { campaignsUrl } from '../campaigns-url.ts';
import CampaignCalendar from './campaign-calendar.tsx';
import { rangeOf } from './month-days.ts';

const shown = { ...campaignsUrl.initial, view: 'calendar' as const, month: '2090-11' };

function campaign(name: string, change: Partial<CalendarCampaign> = {}): CalendarCampaign {
  return {
    id: name,
    name,
    status: 'Scheduled',
    starts_at: new Date(2090, 10, 6, 9).toISOString(),
    finished_at: null,
    last_day: null,
    planned_end: null,
    total: 60,
    ...change,
  };
}

function onScreenOf(width: 'wide' | 'narrow'): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: width === 'wide' }) as MediaQueryList,
  );
}

async function show(width: 'wide' | 'narrow', campaigns: CalendarCampaign[], more = false) {
  onScreenOf(width);
  const change = vi.fn();
  const screen = await renderScreen(<CampaignCalendar shown={shown} show={change} />, {
    answers: { campaigns: { calendar: () => ({ campaigns, more }) } },
  });
  await until(() => expect(screen.sent('campaigns.calendar')).toEqual([rangeOf('2090-11')]));
  return change;
}

const cellOf = (day: string) => document.querySelector(`time[datetime="${day}"]`)?.closest('td');

test('a month is a table with the days as cells; each campaign is a link on its day', async () => {
  await show('wide', [
    campaign('Roof', { last_day: '2090-11-10' }),
    campaign('Over', { status: 'Success', finished_at: new Date(2090, 10, 8, 16, 10).toISOString() }),
  ]);
  await until(() => expect(document.querySelector('table')).not.toBeNull());
  expect([...document.querySelectorAll('th[scope=col]')].map((head) => text(head))).toEqual(
    'Sun Mon Tue Wed Thu Fri Sat'.split(' '),
  );
  const first = cellOf('2090-11-06') ?? expect.fail('no day');
  expect(text(first)).toBe(
    '6 Roof Starts 9:00 AM 60 contacts · until Nov 10, 2090 at the latest Over Success · 9:00 AM',
  );
  expect(text(cellOf('2090-11-08') ?? undefined)).toBe('8 Over Ended 4:10 PM');
  expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/analytics/details/Roof',
    '/analytics/details/Over',
    '/analytics/details/Over',
  ]);
  expect(cellOf('2090-11-07')?.querySelector('a, button')).toBeNull();
});

test('a day with many campaigns shows three, and opens the list of all', async () => {
  await show(
    'wide',
    ['A', 'B', 'C', 'D', 'E'].map((name) => campaign(name)),
  );
  await until(() => expect(text()).toContain(`+2 more on ${weekdayOf()}, November 6`));
  expect(cellOf('2090-11-06')?.querySelectorAll('a')).toHaveLength(3);
  await click(`+2 more on ${weekdayOf()}, November 6`);
  await until(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
  const dialog = document.querySelector('[role=dialog]') ?? expect.fail('no dialog');
  expect(text(dialog)).toContain('5 campaigns');
  expect(dialog.querySelectorAll('a')).toHaveLength(5);
});

test('a narrow screen lists the days that have campaigns', async () => {
  await show('narrow', [
    campaign('Roof'),
    campaign('Later', { starts_at: new Date(2090, 10, 9).toISOString() }),
  ]);
  await until(() => expect(document.querySelectorAll('h3')).toHaveLength(2));
  expect(document.querySelector('table')).toBeNull();
});

test('a month without campaigns says so on a narrow screen', async () => {
  await show('narrow', []);
  await until(() => expect(text()).toContain('No campaigns in November 2090'));
});

test('other months are in the address, the present one is not', async () => {
  const change = await show('wide', []);
  await click('Next month');
  await click('Previous month');
  await click('Today');
  expect(change.mock.calls).toEqual([[{ month: '2090-12' }], [{ month: '2090-10' }], [{ month: '' }]]);
});

test('a month with more campaigns than are shown says so', async () => {
  await show('wide', [campaign('Roof')], true);
  await until(() => expect(text()).toContain('Only 300 campaigns of this month are shown here'));
});

test('a failed request can be repeated', async () => {
  onScreenOf('wide');
  const calendar = vi.fn(() => Promise.resolve({ campaigns: [campaign('Roof')], more: false }));
  calendar.mockImplementationOnce(() => Promise.reject(refusal('No')));
  await renderScreen(<CampaignCalendar shown={shown} show={vi.fn()} />, {
    answers: { campaigns: { calendar } },
  });
  await until(() => expect(text()).toContain('This could not be loaded.'));
  await click('Retry');
  await until(() => expect(text()).toContain('Roof'));
});

function weekdayOf(): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date('2090-11-06T00:00:00Z'),
  );
}
