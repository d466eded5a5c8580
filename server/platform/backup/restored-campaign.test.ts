import { expect, test } from 'vitest';
import { restoredCampaign } from './restored-campaign.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const CUT = new Date('2026-11-20T10:00:00Z');
const [PAST, FUTURE] = [new Date('2026-11-20T11:00:00Z'), new Date('2026-11-21T11:00:00Z')];

const restored = (stored: object) =>
  restoredCampaign({ dropDate: FUTURE, ...stored }, { cutAt: CUT, now: NOW });

test.each([
  [{ status: 'Sending' }, 'Paused'],
  [{ status: 'Scheduled', dropDate: PAST }, 'Paused'],
  [{ status: 'Scheduled', dropDate: NOW }, 'Paused'],
  [{ status: 'Scheduled' }, 'Scheduled'],
  [{ status: 'Scheduled', dropDate: PAST, preparing: {} }, 'Scheduled'],
  [{ status: 'Paused', dropDate: PAST }, 'Paused'],
  [{ status: 'Success', dropDate: PAST }, 'Success'],
])('%j is restored as %s, and remembers the time of its backup', (stored, status) => {
  expect(restored(stored)).toMatchObject({ status, restoredFrom: CUT });
});

test('a deleted campaign stays as it is', () => {
  expect(restored({ status: 'Deleted' })).toEqual({ status: 'Deleted', dropDate: FUTURE });
});

test('calls of a campaign that is restored again are unknown since the earlier backup', () => {
  const [earlier, later] = [new Date('2026-11-19T10:00:00Z'), new Date('2026-11-20T11:00:00Z')];
  expect(restored({ status: 'Paused', restoredFrom: earlier })).toMatchObject({ restoredFrom: earlier });
  expect(restored({ status: 'Paused', restoredFrom: later })).toMatchObject({ restoredFrom: CUT });
});
