// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { campaignsUrl, type ShownCampaigns } from './campaigns-url.ts';
import { GroupFilter } from './group-filter.tsx';
import { NoCampaigns } from './no-campaigns.tsx';

const { initial } = campaignsUrl;
type Shown = ShownCampaigns['shown'];

test.each<[Partial<Shown>, boolean, string]>([
  [{}, false, 'No campaigns yet'],
  [{ search: 'roof' }, false, 'None of your campaigns has “roof” in its name.'],
  [{ show: 'paused' }, false, 'None of your paused campaigns is here.'],
  [{ show: 'paused', search: 'roof' }, false, 'None of your paused campaigns has “roof” in its name.'],
  [{}, true, 'This page of the list does not exist'],
])('an empty list of %j (lost: %s) says: %s', async (change, isLost, said) => {
  const show = vi.fn();
  await renderScreen(<NoCampaigns shown={{ ...initial, ...change }} show={show} isLost={isLost} />);
  expect(text()).toContain(said);
  if (said === 'No campaigns yet') return;
  await click('Show All Campaigns');
  expect(show.mock.calls).toEqual([[initial]]);
});

test('each group says how many it has, and is shown by a press', async () => {
  const show = vi.fn();
  const by_status = { Scheduled: 1, Sending: 2, Paused: 4, Success: 8, Failed: 1_000 };
  const none = { next_drop_date: null, total: 0, delivered: 0, failed: 0, pending: 0 };
  await renderScreen(<GroupFilter shown={{ ...initial, show: 'paused' }} show={show} />, {
    answers: {
      campaigns: {
        summary: () => ({ ...none, campaigns: 1_015, by_status }),
        // A router in a router; the fake server answers all its calls.
        drafts: (() => ({ drafts: [] })) as never,
      },
    },
  });
  expect(text()).toBe('All 1,015 Drafts 0 Scheduled 1 Sending 2 Paused 4 Finished 1,008');
  expect([...document.querySelectorAll('[aria-pressed=true]')].map((one) => text(one))).toEqual(['Paused 4']);
  await click('Finished 1,008');
  await click('All 1,015');
  expect(show.mock.calls).toEqual([[{ show: 'finished' }], [{ show: null }]]);
});
