// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import SavePeopleDialog from './save-people-dialog.tsx';

const CAMPAIGN = { id: 'c1', name: 'Autumn' };
const SAVED = {
  success: true,
  list: { id: 'l1' },
  existing: false,
  message: '“Autumn” is saved.',
  warnings: [],
};

test('a list of the name of the campaign is saved', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(<SavePeopleDialog campaign={CAMPAIGN} onClose={onClose} />, {
    answers: { campaigns: { saveAsList: () => SAVED as never } },
  });
  await click('Save List');
  expect(screen.sent('campaigns.saveAsList')).toEqual([{ id: 'c1', name: 'Autumn' }]);
  expect(text()).toContain('“Autumn” is saved.');
  expect(onClose).toHaveBeenCalledOnce();
});

test('lists with different consent are saved once it is said what holds for all', async () => {
  const saveAsList = vi
    .fn(() => SAVED as never)
    .mockImplementationOnce(
      () =>
        Promise.reject(
          refusal('They have different consent', { details: { fields: { consent: 'They differ' } } }),
        ) as never,
    );
  const screen = await renderScreen(<SavePeopleDialog campaign={CAMPAIGN} onClose={vi.fn()} />, {
    answers: { campaigns: { saveAsList } },
  });
  await click('Save List');
  expect(text()).toContain('They have different consent');
  await click('Save List');
  expect(text()).toContain('Please say why these people may be called');
  expect(screen.sent('campaigns.saveAsList')).toHaveLength(1);
  await enter('Obtained on', '2026-01-02');
  expect(hasButton('Save List')).toBe(true);
});

test.each([
  [noResponse(), 'The list could not be saved. Please try again.'],
  [refusal('You have that name already'), 'You have that name already'],
])('a refusal is said at the name', async (error, said) => {
  await renderScreen(<SavePeopleDialog campaign={CAMPAIGN} onClose={vi.fn()} />, {
    answers: { campaigns: { saveAsList: () => Promise.reject(error) } },
  });
  await click('Save List');
  expect(text()).toContain(said);
  await enter('Name', '');
  expect(text()).toContain('A list name is required');
});
