import { expect, test } from 'vitest';
import { createCampaignStatistics } from './campaign-statistics.ts';
import { presentCampaign, type VisibleCampaign } from './present-campaign.ts';
import { shownCounts } from './progress/shown-counts.ts';
import { noticeOf } from './stores/notice-model.ts';

const at = (day: number) => new Date(Date.UTC(2027, 0, day, 15));
const CAMPAIGN = {
  _id: 'c',
  userId: 'u',
  streamId: 's',
  name: 'Spring',
  status: 'Success',
  message: 'Hello',
  voiceId: 'v',
  voiceTitle: 'Mine',
  dropDate: at(12),
  createdAt: at(10),
  startedAt: at(13),
  total: 9,
  delivered: 4,
  failed: 5,
  retryable: 3,
  creditCost: 90,
  held: 20,
  charged: 40,
  run: 2,
  lastSettlement: 7,
  outcomes: { 4002: { calls: 1, retryable: 1 }, 4006: { calls: 4, retryable: 2 } },
} as unknown as VisibleCampaign;
const NEXT = { at: at(14), zone: 'America/Chicago', since: at(13) };

const VIEW = {
  id: 'c',
  user_id: 'u',
  name: 'Spring',
  campaign_name: 'Spring',
  description: '',
  status: 'Success',
  campaign_type: 'voicemail',
  status_message: expect.any(String) as string,
  status_reason: null,
  drop_date: at(12).toISOString(),
  started_at: at(13).toISOString(),
  created_at: at(10).toISOString(),
  message: 'Hello',
  text_message: '',
  voice_id: 'v',
  voice_title: 'Mine',
  drops_per_minute: null,
  calling_hours: expect.objectContaining({ from: '09:00' }) as object,
  last_day: null,
  next_calls: null,
  skipped: [],
  total: 9,
  delivered: 4,
  failed: 5,
  pending: 0,
  automatic_retry: null,
  retryable: 2,
  retryable_if_named: 1,
  credit_cost: 90,
  held: 20,
  completed: true,
  has_paid: true,
  messaging_completed: true,
  voicemail_completed: true,
  voicemail_status: 'Success',
  aggregates: [],
};
const shown = (own: object = {}) => presentCampaign({ ...CAMPAIGN, ...own });

test('a campaign is shown with every documented field, and its defaults where nothing is set', () => {
  expect(shown()).toEqual(VIEW);
});

test('what is set of a campaign is shown as it is', () => {
  const hours = { from: '10:00', to: '16:00', days: ['mon', 'tue'] };
  const own = {
    description: 'For all',
    statusReason: 'No funds',
    dropsPerMinute: 30,
    lastDay: '2027-02-01',
    callingHours: hours,
    leftOut: { 'do not call': 2 },
    startedAt: undefined,
    status: 'Paused',
    autoRetry: { afterDays: 2, times: 3, runs: [1] },
    retryAt: at(20),
  };
  expect(shown(own)).toMatchObject({
    description: 'For all',
    status_reason: 'No funds',
    drops_per_minute: 30,
    last_day: '2027-02-01',
    calling_hours: hours,
    skipped: [{ reason: 'do not call', count: 2 }],
    started_at: null,
    automatic_retry: { after_days: 2, times: 3, made: 1, next_at: at(20).toISOString() },
    completed: false,
    messaging_completed: false,
    voicemail_completed: false,
    voicemail_status: 'Paused',
  });
});

test('nothing can be retried once the contacts are erased, and never less than nothing', () => {
  expect(shown({ contactsErasedAt: at(20) })).toMatchObject({ retryable: 0, retryable_if_named: 0 });
  expect(shown({ outcomes: undefined })).toMatchObject({ retryable: 3, retryable_if_named: 0 });
  expect(shown({ retryable: 0 })).toMatchObject({ retryable: 0, retryable_if_named: 1 });
});

test('a campaign that waits for calling hours says when it goes on, while it is Sending', () => {
  const sending = shown({ status: 'Sending', nextCalls: NEXT, delivered: 1 });
  expect(sending.next_calls).toEqual({ at: at(14).toISOString(), zone: 'America/Chicago' });
  expect(sending.status_message).toContain(' · ');
  expect(sending.status_message.length).toBeGreaterThan(
    shown({ status: 'Sending', delivered: 1 }).status_message.length,
  );
  expect(shown({ status: 'Paused', nextCalls: NEXT }).next_calls).toBeNull();
});

test('calls that are reported count before they are settled, until the campaign has ended, and never above its total', () => {
  const counts = (own: object) => shownCounts({ ...CAMPAIGN, ...own });
  const sending = { status: 'Sending', delivered: 2, failed: 1 };
  expect(counts({ ...sending, progress: { delivered: 3, failed: 1 } })).toEqual({
    delivered: 5,
    failed: 2,
    pending: 2,
  });
  expect(counts({ ...sending, status: 'Paused', progress: { delivered: 3, failed: 1 } }).delivered).toBe(5);
  expect(counts({ ...sending, progress: { delivered: -3, failed: -1 } })).toEqual({
    delivered: 2,
    failed: 1,
    pending: 6,
  });
  expect(counts({ ...sending, progress: { delivered: 6, failed: 9 } })).toEqual({
    delivered: 8,
    failed: 1,
    pending: 0,
  });
  expect(counts({ ...sending, progress: { delivered: 60, failed: 9 } })).toEqual({
    delivered: 9,
    failed: 0,
    pending: 0,
  });
  expect(counts({ progress: { delivered: 1, failed: 1 } })).toEqual({ delivered: 4, failed: 5, pending: 0 });
  expect(counts(sending)).toEqual({ delivered: 2, failed: 1, pending: 6 });
});

test('the counters of a campaign say whether its calls have begun or ended, and change with them', async () => {
  const found = { ...CAMPAIGN, columns: ['pet'], unusedSeqs: [{ from: 2, to: 3 }], contactsKeptDays: 30 };
  const counters = async (own: object = {}) => {
    const campaigns = {
      findOwned: (uid: string, id: string) =>
        Promise.resolve(uid === 'u' && id === 'Spring' ? { ...found, ...own } : undefined),
    };
    const deps = { campaigns, overview: {} } as unknown as Parameters<typeof createCampaignStatistics>[0];
    return createCampaignStatistics(deps).findCampaign('u', 'Spring');
  };
  expect(await counters()).toEqual({
    id: 'c',
    userId: 'u',
    name: 'Spring',
    status: 'Success',
    dropDate: at(12),
    startedAt: at(13),
    total: 9,
    delivered: 4,
    failed: 5,
    pending: 0,
    charged: 40,
    progress: 'all',
    revision: '2.7.9',
    outcomes: CAMPAIGN.outcomes,
    columns: ['pet'],
    unusedSeqs: [{ from: 2, to: 3 }],
    contactsKeptDays: 30,
  });
  expect(await counters({ status: 'Sending' })).toMatchObject({ progress: 'some' });
  expect(await counters({ status: 'Paused', startedAt: undefined })).toMatchObject({ progress: 'none' });
});

test('the mail about a campaign states its counters of that moment', () => {
  const notice = noticeOf(CAMPAIGN, 'paused', at(14), 'No funds');
  expect(notice).toEqual({
    id: expect.any(String) as string,
    kind: 'paused',
    reason: 'No funds',
    delivered: 4,
    total: 9,
    charged: 40,
    rest: 20,
    since: at(14),
    dueAt: at(14),
    tries: 0,
  });
  const other = noticeOf(CAMPAIGN, 'finished', at(14));
  expect(other.id).not.toBe(notice.id);
  expect(other).not.toHaveProperty('reason');
});
