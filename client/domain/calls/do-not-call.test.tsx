// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { click, hasButton, text } from '#client/testing/page.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { DoNotCallButton } from './do-not-call.tsx';

const PHONE = '12025550143';

test.each([
  [true, '+1 (202) 555-0143 will no longer be called.'],
  [false, '+1 (202) 555-0143 is already on the list.'],
])('a number is put on the do-not-call list with one press (added: %s)', async (added, said) => {
  const screen = await renderScreen(<DoNotCallButton phone={PHONE} />, {
    answers: { suppressions: { add: () => ({ phone: PHONE, added }) } },
  });
  await click('Add to Do Not Call', 2);
  expect(screen.sent('suppressions.add')).toEqual([{ phone: PHONE }]);
  expect(text()).toContain(said);
  expect(text()).toContain('On your Do Not Call List');
  expect(hasButton('Add to Do Not Call')).toBe(false);
});

test.each([
  [refusal('This number cannot be dialled'), 'This number cannot be dialled'],
  [noResponse(), 'The number could not be added. Please try again.'],
])('a number that could not be added can be tried again', async (error, said) => {
  await renderScreen(<DoNotCallButton phone={PHONE} />, {
    answers: { suppressions: { add: () => Promise.reject(error) } },
  });
  await click('Add to Do Not Call');
  expect(text()).toContain(said);
  expect(hasButton('Add to Do Not Call')).toBe(true);
});
