import { expect, test } from 'vitest';
import { testOwnerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import { restoredCampaign } from './restored-campaign.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const CUT = new Date('2026-11-20T10:00:00Z');
const [PAST, FUTURE] = [new Date('2026-11-20T11:00:00Z'), new Date('2026-11-21T11:00:00Z')];

const restored = (stored: object) =>
  restoredCampaign({ dropDate: FUTURE, ...stored }, { cutAt: CUT, now: NOW });

test.each([
  [{ status: 'Sending' }, 'Paused'],
  [{ status: 'Scheduled', dropDate: PAST }, 'Paused'],
  [{ status: 'Scheduled' }, 'Paused'],
  [{ status: 'Scheduled', preparing: { kind: 'add' } }, 'Paused'],
  [{ status: 'Scheduled', dropDate: PAST, preparing: { kind: 'replace' } }, 'Paused'],
  [{ status: 'Paused', dropDate: PAST }, 'Paused'],
  [{ status: 'Success', dropDate: PAST }, 'Success'],
])('%j is restored as %s, and remembers the time of its backup', (stored, status) => {
  expect(restored(stored)).toMatchObject({ ...stored, status, restoredFrom: CUT });
});

test('one that its backup had as unfinished says why it is paused, unless it was paused before', () => {
  const reason = 'It was restored from a backup. Resume it if it is still to be sent';
  expect(restored({ status: 'Scheduled' })).toMatchObject({ statusReason: reason });
  expect(restored({ status: 'Sending' })).toMatchObject({ statusReason: reason });
  expect(restored({ status: 'Paused', statusReason: 'own' })).toMatchObject({ statusReason: 'own' });
});

test('no call is made again by a retry that was waiting, also once the campaign is confirmed', () => {
  const autoRetry = { afterDays: 2, times: 2, runs: [] };
  const { retryAt, ...finished } = restored({ status: 'Success', autoRetry, retryAt: FUTURE });
  expect(retryAt).toBeUndefined();
  expect(finished).toMatchObject({ autoRetry: null });
  expect(restored({ status: 'Paused', autoRetry })).toMatchObject({ autoRetry });
});

test('a paused test call counts as started, so that the scan ends it: nobody could resume it', () => {
  const userId = testOwnerOf('u');
  expect(restored({ status: 'Scheduled', userId })).toMatchObject({ status: 'Paused', startedAt: NOW });
  expect(restored({ status: 'Scheduled', userId: 'u' })).not.toHaveProperty('startedAt');
});

test('a deleted campaign stays as it is', () => {
  expect(restored({ status: 'Deleted' })).toEqual({ status: 'Deleted', dropDate: FUTURE });
});

test('calls of a campaign that is restored again are unknown since the earlier backup', () => {
  const [earlier, later] = [new Date('2026-11-19T10:00:00Z'), new Date('2026-11-20T11:00:00Z')];
  expect(restored({ status: 'Paused', restoredFrom: earlier })).toMatchObject({ restoredFrom: earlier });
  expect(restored({ status: 'Paused', restoredFrom: later })).toMatchObject({ restoredFrom: CUT });
});
