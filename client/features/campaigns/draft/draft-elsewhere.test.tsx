// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { DraftElsewhere } from './draft-elsewhere.tsx';
import type { DraftOffer } from './use-draft.ts';

const open = async (elsewhere: DraftOffer['elsewhere'], refused: string | null = null) => {
  const called = { useOther: vi.fn(), keepThis: vi.fn() };
  await renderScreen(<DraftElsewhere draft={{ ...called, elsewhere, refused } as unknown as DraftOffer} />);
  return called;
};

test.each<[string, DraftOffer['elsewhere'], string, boolean]>([
  ['that was changed elsewhere', {} as never, 'has a newer one', true],
  ['that was erased elsewhere', null, 'It was published or discarded in another tab or browser.', false],
])('a draft %s is kept, or given up for what there is', async (_, elsewhere, said, hasOther) => {
  const { useOther, keepThis } = await open(elsewhere);
  expect(text()).toContain(said);
  expect(hasButton('Use the newer one')).toBe(hasOther);
  await click('Keep this one');
  expect([useOther.mock.calls.length, keepThis.mock.calls.length]).toEqual([0, 1]);
  if (hasOther) await click('Use the newer one');
  expect(useOther).toHaveBeenCalledTimes(hasOther ? 1 : 0);
});

test('a draft that was not changed elsewhere says nothing', async () => {
  await open(undefined);
  expect(text()).toBe('');
});

test('a draft that the server does not keep says why', async () => {
  await open(undefined, 'You can keep 20 drafts.');
  expect(text()).toBe('This draft is kept in this browser alone You can keep 20 drafts.');
});
