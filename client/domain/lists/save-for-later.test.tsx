// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { FakeRequest, fakeUploads } from '#client/testing/fake-request.ts';
import { click, enter, hasButton, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { SaveForLater } from './save-for-later.tsx';

beforeEach(fakeUploads);

const FILE = new File(['id,FirstName'], 'leads.csv');
const CONTACTS = { file: FILE } as unknown as Parameters<typeof SaveForLater>[0]['contacts'];
const CONSENT = { basis: 'emergency', ownWords: '', obtainedAt: '2026-05-01', source: 'Form' } as const;
const sent = (name: string) => (FakeRequest.latest.body as FormData).get(name);

test.each([
  [CONSENT, 'With the consent that you entered.', true],
  [{ ...CONSENT, source: ' ' }, 'With the default consent of your profile.', false],
  [null, 'With the default consent of your profile.', false],
])('a file is saved as a list, with the consent %j where it is complete', async (consent, said, isSent) => {
  await renderScreen(<SaveForLater contacts={CONTACTS} consent={consent} />);
  await click('Save This List for Later');
  expect(text()).toContain(said);
  await enter('Name', ' ');
  expect(noteOf('Name')).toBe('A list name is required');
  await enter('Name', 'Regulars');
  await click('Save List');
  expect(sent('name')).toBe('Regulars');
  const given = { basis: 'emergency', own_words: null, obtained_at: '2026-05-01', source: 'Form' };
  expect(sent('consent')).toBe(isSent ? JSON.stringify(given) : null);
  await turn(() => {
    FakeRequest.latest.answer(409, JSON.stringify({ message: 'This name is taken' }));
  });
  expect(text()).toContain('This name is taken');
  expect(hasButton('Save List')).toBe(true);
});
