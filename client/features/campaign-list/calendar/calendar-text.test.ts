import { expect, test } from 'vitest';
import { campaignsUrl, SHOWN_GROUPS } from '../campaigns-url.ts';
import { dayText, eventText, monthText, planText } from './calendar-text.ts';
import { isMonth } from './is-month.ts';
import type { DayEntry } from './month-days.ts';

/** Times as the browser shows them, which may be in any time zone. */
const time = (at: string) =>
  new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/gu, ' ');
const [START, SAME_DAY, NEXT_DAY] = ['2026-11-20T12:00:00Z', '2026-11-20T12:30:00Z', '2026-11-21T12:00:00Z'];

const entry = (campaign: object, event: DayEntry['event'] = 'start') =>
  ({
    event,
    campaign: {
      status: 'Scheduled',
      total: 12,
      starts_at: START,
      finished_at: null,
      planned_end: null,
      last_day: null,
      ...campaign,
    },
  }) as DayEntry;

test('months and days have their names', () => {
  expect(monthText('2026-11')).toBe('November 2026');
  expect(dayText('2026-11-30')).toBe('Monday, November 30');
});

test.each<[DayEntry, string]>([
  [entry({}), `Starts ${time(START)}`],
  [entry({ status: 'Success' }), `Success · ${time(START)}`],
  [entry({ status: 'Paused' }, 'sending'), 'Sending'],
  [entry({ status: 'Success', finished_at: SAME_DAY }, 'end'), `Ended ${time(SAME_DAY)}`],
  [entry({ status: 'Success' }, 'end'), `Ended ${time(START)}`],
])('what a campaign does on a day (%#)', (shown, text) => {
  expect(eventText(shown)).toBe(text);
});

test.each<[object, string | null]>([
  [{ status: 'Sending' }, null],
  [{}, '12 contacts'],
  [{ total: 1, last_day: '2026-12-04' }, '1 contact · until Dec 04, 2026 at the latest'],
  [{ planned_end: SAME_DAY }, `12 contacts · until about ${time(SAME_DAY)}`],
  [{ planned_end: NEXT_DAY, last_day: '2026-12-04' }, `12 contacts · until about Nov 21, ${time(NEXT_DAY)}`],
])('to whom and until when a campaign with %j goes', (campaign, text) => {
  expect(planText(entry(campaign))).toBe(text);
});

test('the query of the page says what is shown, and which month', () => {
  const { initial } = campaignsUrl;
  expect(initial).toMatchObject({ show: null, view: null, month: '', page: 1 });
  expect(campaignsUrl.read('?show=drafts&view=calendar&month=2026-11')).toEqual({
    ...initial,
    show: 'drafts',
    view: 'calendar',
    month: '2026-11',
  });
  expect(campaignsUrl.read('?show=all&view=list&month=2026-13')).toEqual(initial);
  expect(['2026-01', '2026-12', '2026-00', '2026-1', '12026-01', '2026-011', ''].map(isMonth)).toEqual([
    ...[true, true, false, false, false, false, false],
  ]);
  expect(campaignsUrl.rules).toEqual({
    paging: ['after', 'before', 'page'],
    beside: ['view', 'month'],
    typed: ['search'],
  });
  expect(SHOWN_GROUPS[0]).toBe('drafts');
});
