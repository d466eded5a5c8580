// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import CampaignPlan from './campaign-plan.tsx';

const NOW = new Date('2026-11-20T17:12:00Z');
const plan: CallingPlan = {
  drop_date: NOW.toISOString(),
  contacts: 240,
  hours: [],
  local_hours: [],
  openings: [
    {
      opens_at: '2026-11-20T17:00:00.000Z',
      closes_at: '2026-11-21T04:00:00.000Z',
      zone: 'America/Los_Angeles',
      contacts: 231,
    },
    {
      opens_at: '2026-11-20T19:00:00.000Z',
      closes_at: '2026-11-21T06:00:00.000Z',
      zone: 'Pacific/Honolulu',
      contacts: 9,
    },
  ],
  first_call_at: NOW.toISOString(),
  estimated_end: '2026-11-20T21:12:00.000Z',
  after_last_day: 0,
  never_open: [],
  rules: [],
  rules_reviewed: null,
  disclaimer: '',
};

const show = (answer: { plan: CallingPlan | null; mode?: 'skip-waits' }) =>
  renderScreen(<CampaignPlan campaign="c" />, {
    answers: {
      campaigns: { plan: () => ({ success: true, mode: 'enforce' as const, classes: [], ...answer }) },
    },
  });

test('the calls that are left are planned, and those who can be called now are named by their time', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  await show({ plan });
  await until(() => expect(text()).toContain('About 4 hours'));
  expect(text(document.querySelector('[aria-label="Can be called now"]') ?? undefined)).toBe(
    '9:12 AM Pacific: 231 until 8:00 PM',
  );
});

test.each([{ plan: null }, { plan, mode: 'skip-waits' as const }])(
  'nothing is shown of %j',
  async (answer) => {
    const screen = await show(answer);
    await until(() => expect(screen.sent('campaigns.plan')).toHaveLength(1));
    await until(() => expect(text()).toBe(''));
  },
);
