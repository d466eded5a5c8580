// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { useUrlState } from '#client/kit/url-state.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { CampaignTable } from './campaign-table.tsx';
import { overviewUrl } from './overview-url.ts';
import { useOverview } from './use-overview.ts';

function Table() {
  const url = useUrlState(overviewUrl);
  return <CampaignTable overview={useOverview(url.shown)} {...url} />;
}

test('a page without campaigns leads to the first page of the same filter', async () => {
  window.history.replaceState(null, '', '/analytics?status=Success&after=x&page=2');
  const row = { id: 'a', campaign_name: 'Roof offer', campaign_status: 'Success', drop_date: '2026-11-20' };
  await renderScreen(
    <Router hook={useBrowserLocation}>
      <Table />
    </Router>,
    {
      answers: {
        analytics: {
          campaigns: (input) =>
            ({ rows: input?.cursor === undefined ? [row] : [], next: null, previous: null }) as never,
          totals: () => ({ matching: 1 }) as never,
        },
      },
    },
  );
  await turn();
  await turn();
  expect(window.location.search).toBe('?status=Success');
  expect(text()).toContain('Roof offer');
});
