// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { button, click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { ChosenFile } from './chosen-file.tsx';

const file = new File(['a,b'], 'list.csv');

test('a file that is being read shows how far, and can be cancelled', async () => {
  const dispatch = vi.fn();
  const upload = { status: 'reading', file, bytes: 1, reading: AS_WRITTEN, isRemembered: false } as const;
  await renderScreen(<ChosenFile upload={upload} dispatch={dispatch} />);
  expect(text()).toContain('list.csv Checking 3 bytes');
  expect(document.querySelector('progress, [role=progressbar]')).not.toBeNull();
  await click('Cancel');
  expect(dispatch.mock.calls).toEqual([[{ type: 'fileRemoved' }]]);
});

test('a file that cannot be used says why, and can be removed', async () => {
  const dispatch = vi.fn();
  const upload = { status: 'rejected', file, message: 'The file is empty' } as never;
  await renderScreen(<ChosenFile upload={upload} dispatch={dispatch} />);
  expect(text()).toContain('list.csv The file is empty');
  button('Remove the file').click();
  expect(dispatch.mock.calls).toEqual([[{ type: 'fileRemoved' }]]);
});
