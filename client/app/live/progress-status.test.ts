import { expect, it } from 'vitest';
import { progressAnnouncement, type CampaignProgress } from './progress-status.tsx';

function autumn(done: number, status: CampaignProgress['status'] = 'Sending'): CampaignProgress {
  const message = `${status} · ${String(done)} of 1,000 delivered`;
  return { id: 'a', name: 'Autumn', status, message, done, total: 1_000 };
}

it('each completed quarter is announced, and nothing in between', () => {
  expect(progressAnnouncement([autumn(0)], [autumn(249)])).toBe('');
  expect(progressAnnouncement([autumn(249)], [autumn(250)])).toBe('Autumn: Sending · 250 of 1,000 delivered');
  expect(progressAnnouncement([autumn(250)], [autumn(499)])).toBe('');
  expect(progressAnnouncement([autumn(250)], [autumn(760)])).toBe('Autumn: Sending · 760 of 1,000 delivered');
});

it('a new status is announced, also when a retry starts with fewer calls done', () => {
  expect(progressAnnouncement([autumn(900)], [autumn(1_000, 'Success')])).toBe(
    'Autumn: Success · 1000 of 1,000 delivered',
  );
  expect(progressAnnouncement([autumn(1_000, 'Success')], [autumn(700)])).toBe(
    'Autumn: Sending · 700 of 1,000 delivered',
  );
});

it('a campaign that appears or disappears is not announced', () => {
  expect(progressAnnouncement([], [autumn(500)])).toBe('');
  expect(progressAnnouncement([autumn(500)], [])).toBe('');
});
