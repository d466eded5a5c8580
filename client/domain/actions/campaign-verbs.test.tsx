// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { ChangeTime, DeleteAction, LifecycleAction, SendNow } from './campaign-verbs.tsx';

const campaign = (status: CampaignStatus, change: Partial<CampaignView> = {}) =>
  ({
    id: 'c1',
    name: 'Autumn',
    status,
    completed: false,
    retryable: 0,
    retryable_if_named: 0,
    pending: 1,
    held: 40,
    calling_hours: { from: '09:00', to: '20:00', days: [1] },
    ...change,
  }) as unknown as CampaignView;

test.each([
  ['Sending' as const, 'Pause', 'campaigns.pause', 'campaigns.resume'],
  ['Paused' as const, 'Resume', 'campaigns.resume', 'campaigns.pause'],
])('a campaign that is %s offers to %s, once', async (status, name, sent, other) => {
  const screen = await renderScreen(<LifecycleAction campaign={campaign(status)} />, {
    answers: { campaigns: { pause: () => ({}) as never, resume: () => ({}) as never } },
  });
  await click(name);
  expect(screen.sent(sent)).toEqual([{ id: 'c1' }]);
  expect(screen.sent(other)).toEqual([]);
});

test.each([
  ['Sending' as const, 'Pause', 'An unexpected error occurred while pausing the campaign'],
  ['Paused' as const, 'Resume', 'An unexpected error occurred while resuming the campaign'],
])('of a campaign that is %s, %s can fail', async (status, name, said) => {
  await renderScreen(<LifecycleAction campaign={campaign(status)} />, {
    answers: {
      campaigns: { pause: () => Promise.reject(noResponse()), resume: () => Promise.reject(noResponse()) },
    },
  });
  await click(name);
  expect(text()).toContain(said);
});

test.each([
  ['Success' as const, { completed: true, retryable: 1_200 }, 'Retry 1,200'],
  ['Success' as const, { completed: true, retryable: 5, retryable_if_named: 2 }, 'Retry 5'],
  ['Failed' as const, { completed: true, retryable_if_named: 2 }, 'Retry'],
  ['Success' as const, { completed: true, retryable: 0 }, undefined],
  ['Success' as const, { completed: false, retryable: 5 }, undefined],
  ['Scheduled' as const, {}, undefined],
])('a campaign that is %s with %j offers %s', async (status, change, offered) => {
  await renderScreen(<LifecycleAction campaign={campaign(status, change)} />, {
    answers: { campaigns: { retryQuote: () => Promise.reject(noResponse()) } },
  });
  if (offered === undefined) expect(text()).toBe('');
  else {
    await click(offered);
    await until(() => expect(text()).toContain('Retry failed calls Autumn'));
  }
});

test.each<[CampaignStatus, boolean, boolean]>([
  ['Scheduled', true, true],
  ['Paused', true, true],
  ['Sending', false, false],
  ['Success', false, true],
  ['Failed', false, true],
])('a campaign that is %s can be sent: %s, and deleted: %s', async (status, canSend, canDelete) => {
  const onDelete = vi.fn();
  await renderScreen(
    <>
      <SendNow campaign={campaign(status)} />
      <DeleteAction campaign={campaign(status)} onDelete={onDelete} />
    </>,
    { answers: { campaigns: { progress: () => ({ pending: 1, held: 40 }) as never } } },
  );
  if (status === 'Sending') expect(hasButton('Sending...')).toBe(true);
  else expect(isDisabled('Send Now')).toBe(!canSend);
  expect(isDisabled('Delete')).toBe(!canDelete);
  await click('Delete');
  expect(onDelete).toHaveBeenCalledTimes(canDelete ? 1 : 0);
  if (!canSend) return;
  await click('Send Now');
  await until(() => expect(text()).toContain('Autumn 1 call, 40 credits are on hold for it.'));
});

test('the start is changed, and its dialog closes', async () => {
  const screen = await renderScreen(
    <ChangeTime
      campaign={campaign('Scheduled', { started_at: null, drop_date: '2026-11-30T11:00:00.000Z' })}
    />,
    { answers: { campaigns: { update: () => ({}) as never } } },
  );
  await click('Change Time');
  await until(() => expect(text()).toContain('Change the start'));
  await enter('Start time (UTC)', '12:30');
  await click('Save');
  expect(screen.sent('campaigns.update')).toEqual([{ id: 'c1', drop_date: '2026-11-30T12:30:00.000Z' }]);
  await until(() => expect(text()).not.toContain('Change the start'));
});

test.each([
  ['Sending' as const, '2026-11-30T11:00:00.000Z'],
  ['Paused' as const, '2026-11-30T11:00:00.000Z'],
  ['Success' as const, null],
])('the start of a campaign that is %s, started %s, stays', async (status, started_at) => {
  await renderScreen(<ChangeTime campaign={campaign(status, { started_at })} />);
  expect(text()).toBe('');
});
