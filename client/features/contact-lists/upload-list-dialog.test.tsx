// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { click, enter, field, hasButton, noteOf, pressEscape, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import UploadListDialog from './upload-list-dialog.tsx';

const answers = { calling: { profile: () => ({ default_consent: null }) as never } };

/** A worker that never comes to an end. */
class ReadingWorker extends EventTarget {
  postMessage = vi.fn();
  terminate = vi.fn();
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what is missing is said at once, and nothing is saved', async () => {
  const screen = await renderScreen(<UploadListDialog onClose={vi.fn()} />, { answers });
  expect(text()).not.toContain('Please choose a CSV file');
  await click('Save List');
  expect(text()).toContain('Please choose a CSV file');
  expect(noteOf('Name')).not.toBe('');
  expect(screen.sent('contactLists.create')).toEqual([]);
  await enter('Name', 'Customers');
  expect(noteOf('Name')).toBe('');
});

test('a file names its list, and cannot be saved before it is checked', async () => {
  vi.stubGlobal('Worker', ReadingWorker);
  await renderScreen(<UploadListDialog onClose={vi.fn()} />, { answers });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(input, 'files', { value: [new File(['a'], 'Autumn guests.csv')] });
  await turn(() => void input?.dispatchEvent(new Event('change', { bubbles: true })));
  expect(field('Name').value).toBe('Autumn guests');
  await click('Save List');
  expect(text()).toContain('The file is still being checked');
  await pressEscape();
  expect(hasButton('Discard')).toBe(true);
});
