import { expect, it } from 'vitest';
import { refetchInterval, SCHEDULED_MS, SENDING_MS } from './refetch-interval.ts';

const NOW = Date.parse('2026-11-20T09:30:00Z');
const scheduled = (dropDate: string) => ({ status: 'Scheduled' as const, dropDate });

it('the list is refetched every second while a campaign is sending', () => {
  expect(refetchInterval([scheduled('2026-11-24T09:30:00Z'), { status: 'Sending', dropDate: '' }], NOW)).toBe(
    SENDING_MS,
  );
});

it('the list is refetched when the next scheduled campaign is due, after a minute at most', () => {
  expect(refetchInterval([scheduled('2026-11-20T09:30:20Z'), scheduled('2026-11-20T09:30:40Z')], NOW)).toBe(
    20_000,
  );
  expect(refetchInterval([scheduled('2026-11-24T09:30:00Z')], NOW)).toBe(SCHEDULED_MS);
  expect(refetchInterval([scheduled('2026-11-20T09:29:00Z')], NOW)).toBe(SENDING_MS);
});

it('a list without sending or scheduled campaigns is not refetched', () => {
  expect(refetchInterval([], NOW)).toBe(false);
  expect(
    refetchInterval(
      [
        { status: 'Success', dropDate: '' },
        { status: 'Paused', dropDate: '' },
      ],
      NOW,
    ),
  ).toBe(false);
});
