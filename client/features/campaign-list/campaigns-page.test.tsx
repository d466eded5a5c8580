// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { held, type Answers } from '#client/testing/fake-server.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import CampaignsPage from './campaigns-page.tsx';

type Group = Awaited<ReturnType<NonNullable<NonNullable<Answers['campaigns']>['group']>>>;

const PAGE = { success: true as const, next: null, previous: null };
const CAMPAIGN = {
  id: 'a',
  name: 'Roof offer',
  voice_title: 'Ana',
  started_at: null,
  drop_date: '2026-11-20T09:30:00.000Z',
  status: 'Paused',
  status_message: '',
  status_reason: null,
  next_calls: null,
  delivered: 6,
  total: 15,
  completed: false,
  retryable: 0,
};

test.each(['after=x&page=2', 'before=x&page=3&show=paused'])(
  'a page at %s whose last campaign is gone leads to the first page, and says nothing of none',
  async (search) => {
    window.history.replaceState(null, '', `/campaigns?${search}`);
    const first = held<Group>();
    const steps = window.history.length;
    await renderScreen(
      <Router hook={useBrowserLocation}>
        <CampaignsPage />
      </Router>,
      {
        answers: {
          campaigns: {
            group: (input) =>
              input?.cursor === undefined && input?.before === undefined
                ? first.promise
                : { ...PAGE, campaigns: [] },
            summary: () => ({ campaigns: 1, by_status: {} }) as never,
            drafts: (() => ({ drafts: [] })) as never,
          },
        },
      },
    );
    await turn();
    expect([window.location.search, window.history.length]).toEqual([
      search.endsWith('paused') ? '?show=paused' : '',
      steps,
    ]);
    expect(text()).not.toMatch(/No campaign/);
    await turn(() => {
      first.give({ ...PAGE, campaigns: [CAMPAIGN as never] });
    });
    expect(text()).toContain('Roof offer');
  },
);
