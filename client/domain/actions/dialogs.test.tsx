// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { held, noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import DeleteCampaign from './delete-campaign.tsx';
import SendDialog from './send-dialog.tsx';

const CAMPAIGN = {
  id: 'c1',
  name: 'Autumn',
  status: 'Scheduled',
  pending: 1,
  held: 40,
  calling_hours: { from: '09:00', to: '20:00', days: [1] },
} as unknown as CampaignView;

test('a campaign is sent after a confirmation of its calls and credits', async () => {
  const called = { onSend: vi.fn(), onClose: vi.fn() };
  const screen = await renderScreen(<SendDialog campaign={CAMPAIGN} {...called} />, {
    answers: { campaigns: { execute: () => ({}) as never } },
  });
  expect(text()).toContain(
    'Autumn 1 call, 40 credits are on hold for it. People are called from 09:00 to 20:00 in their own time.',
  );
  await click('Send Now');
  expect(screen.sent('campaigns.execute')).toEqual([{ id: 'c1', force: true }]);
  expect(screen.sent('campaigns.progress')).toEqual([]);
  expect(called.onSend).toHaveBeenCalledOnce();
  expect(called.onClose).toHaveBeenCalledOnce();
});

test('a paused campaign shows the figures of now', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <SendDialog campaign={{ ...CAMPAIGN, status: 'Paused' }} onSend={vi.fn()} onClose={onClose} />,
    { answers: { campaigns: { progress: () => ({ pending: 2, held: 1 }) as never } } },
  );
  expect(text()).toContain('2 calls, 1 credit is on hold for it.');
  await click('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.sent('campaigns.execute')).toEqual([]);
});

test('a campaign that cannot be sent says why', async () => {
  await renderScreen(<SendDialog campaign={CAMPAIGN} onSend={vi.fn()} onClose={vi.fn()} />, {
    answers: { campaigns: { execute: () => Promise.reject(refusal('It is sent already')) } },
  });
  await click('Send Now');
  expect(text()).toContain('It is sent already');
});

test('a campaign is deleted once, and what it released is shown', async () => {
  const onClose = vi.fn();
  const answer = held<never>();
  const screen = await renderScreen(<DeleteCampaign campaign={CAMPAIGN} onClose={onClose} />, {
    answers: { campaigns: { delete: () => answer.promise } },
  });
  expect(text()).toContain('“Autumn” and its contacts will be deleted.');
  await click('Delete', 2);
  expect(isDisabled('Cancel')).toBe(true);
  expect(screen.sent('campaigns.delete')).toEqual([{ id: 'c1' }]);
  await turn(() => {
    answer.give({ success: true, released_credits: 1_200, held_credits: 0, balance: 5_000 } as never);
  });
  expect(onClose).toHaveBeenCalledOnce();
  await screen.update(<DeleteCampaign campaign={null} onClose={onClose} />);
  expect(text()).toContain('Campaign Autumn Deleted Released credits 1,200 Current balance 5,000 Done');
  await click('Done');
  expect(hasButton('Done')).toBe(false);
});

test.each([
  [1, '1 credit is still on hold. Those for calls not yet made are released within minutes;'],
  [1_000_000, '1,000,000 credits are still on hold. Those for calls not yet made'],
])('what is released after a campaign is deleted is said: %i', async (held_credits, said) => {
  const answer = { success: true, released_credits: 1_200, held_credits, balance: 5_000 } as never;
  await renderScreen(<DeleteCampaign campaign={CAMPAIGN} onClose={vi.fn()} />, {
    answers: { campaigns: { delete: () => answer } },
  });
  await click('Delete');
  expect(text()).toContain(`Released credits 1,200 Current balance 5,000 ${said}`);
});

test.each([
  [refusal('It is being sent'), 'Failed to delete campaign: It is being sent'],
  [noResponse(), 'An error occurred while deleting the campaign.'],
])('a campaign that cannot be deleted says why', async (error, said) => {
  await renderScreen(<DeleteCampaign campaign={CAMPAIGN} onClose={vi.fn()} />, {
    answers: { campaigns: { delete: () => Promise.reject(error) } },
  });
  await click('Delete');
  expect(text()).toContain(said);
});
