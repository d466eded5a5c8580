// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { click, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { BulkActions } from './bulk-actions.tsx';

const campaign = (id: string, status: CampaignView['status']) =>
  ({ id, name: `Roof ${id}`, status }) as CampaignView;

test('each action is of those campaigns that allow it, and says how it ended', async () => {
  const onDone = vi.fn();
  const pause = vi.fn(() => Promise.resolve({} as never));
  const chosen = [campaign('a', 'Scheduled'), campaign('b', 'Sending'), campaign('c', 'Success')];
  const screen = await renderScreen(<BulkActions chosen={chosen} onDone={onDone} />, {
    answers: { campaigns: { pause } },
  });
  expect(text()).toContain('3 chosen');
  pause.mockImplementationOnce(() => Promise.reject(refusal('It has just ended')));
  await click('Pause 2');
  await until(() => expect(onDone).toHaveBeenCalledOnce());
  expect(screen.sent('campaigns.pause')).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(text()).toContain('It has just ended');
});

test('what no campaign allows cannot be pressed, and the choice can be cleared', async () => {
  const onDone = vi.fn();
  await renderScreen(<BulkActions chosen={[campaign('c', 'Success')]} onDone={onDone} />);
  expect(isDisabled('Pause 0')).toBe(true);
  await click('Clear');
  expect(onDone).toHaveBeenCalledOnce();
});

test('the chosen campaigns are exported, and no others', async () => {
  const fetched = vi.fn<(path: string) => Promise<Response>>(() =>
    Promise.resolve(new Response('', { status: 500 })),
  );
  vi.stubGlobal('fetch', fetched);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const chosen = [campaign('a', 'Scheduled'), campaign('b-2', 'Success')];
  await renderScreen(<BulkActions chosen={chosen} onDone={vi.fn()} />);
  await click('Export 2 of the chosen campaigns');
  expect(fetched.mock.calls[0]?.[0]).toBe('/dropcowboy/analytics/campaigns.csv?ids=a%2Cb-2');
  expect(text()).toContain('The chosen campaigns could not be downloaded. Please try again.');
});
