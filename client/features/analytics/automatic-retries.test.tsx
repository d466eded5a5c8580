// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { AutomaticRetries } from './automatic-retries.tsx';

type Retry = CampaignView['automatic_retry'];

const shown = (retry: Retry, change: Partial<CampaignView> = {}, set: () => unknown = () => ({})) =>
  renderScreen(<AutomaticRetries campaign="Autumn" />, {
    answers: {
      campaigns: {
        get: () =>
          ({
            campaign: {
              id: 'c1',
              name: 'Autumn',
              completed: false,
              retryable: 0,
              automatic_retry: retry,
              ...change,
            },
          }) as never,
        setRetries: () => set() as never,
      },
    },
  });

const RETRY = { after_days: 2, times: 3, made: 0, next_at: null };

test.each<[string, Retry, Partial<CampaignView>]>([
  ['No automatic retries. Change', null, {}],
  ['No automatic retries. Change', null, { completed: true, retryable: 1 }],
  ['No automatic retries.', null, { completed: true, retryable: 0 }],
  ['Retries failed calls 2 days after it finishes, up to 3 times. Change', RETRY, {}],
  ['Retries failed calls 2 days after it finishes, once. Change', { ...RETRY, made: 2 }, {}],
  ['Retries failed calls 1 day after it finishes, once.', { ...RETRY, after_days: 1, times: 1 }, {}],
  ['3 automatic retries made. Change', { ...RETRY, made: 3 }, { completed: true }],
  ['Automatic retry 2 of 3 starts', { ...RETRY, made: 1, next_at: '2030-01-07T16:00:00Z' }, {}],
])('the page of a campaign says: %s', async (said, retry, change) => {
  await shown(retry, change);
  await turn();
  expect(text()).toContain(said);
  expect(hasButton('Change')).toBe(said !== 'No automatic retries.');
});

test.each<[string, string, object | null]>([
  ['2', '4', { after_days: 4, times: 2 }],
  ['0', '2', null],
])('retries are set: %s times, after %s days', async (times, days, retry) => {
  const screen = await shown(RETRY);
  await click('Change');
  await until(() => expect(text()).toContain('Automatic retries'));
  await enter('Retry failed calls', times);
  await enter('After the campaign has finished', days);
  await click('Save');
  expect(screen.sent('campaigns.setRetries')).toEqual([{ id: 'c1', retry }]);
  expect(text()).toContain('Automatic retries of “Autumn” were saved.');
});

test('retries that cannot be saved say why', async () => {
  await shown(null, {}, () => Promise.reject(refusal('It was deleted')));
  await click('Change');
  await until(() => expect(text()).toContain('Automatic retries'));
  await click('Save');
  expect(text()).toContain('It was deleted');
});
