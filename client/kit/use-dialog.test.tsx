// @vitest-environment happy-dom
import { lazy } from 'react';
import { expect, test } from 'vitest';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { useDialog } from './use-dialog.tsx';

function Rename({ name, onClose }: { name: string; onClose: () => void }) {
  return <button onClick={onClose}>Rename {name}</button>;
}
const Remove = lazy(() =>
  Promise.resolve({
    default: ({ onClose }: { onClose: () => void }) => <button onClick={onClose}>Remove</button>,
  }),
);
const DIALOGS = { rename: Rename, remove: Remove };

function Page({ name }: { name: string }) {
  const { dialog, ask } = useDialog(DIALOGS);
  return (
    <>
      <button
        onClick={() => {
          ask('rename', { name });
        }}
      >
        Ask for the name
      </button>
      <button
        onClick={() => {
          ask('remove');
        }}
      >
        Ask for the end
      </button>
      {dialog}
    </>
  );
}

test('one dialog at a time is open until it closes, with what it was asked with', async () => {
  const screen = await renderScreen(<Page name="Ana" />);
  expect(text()).not.toMatch(/Rename|Remove/);
  await click('Ask for the name');
  expect(text()).toContain('Rename Ana');
  await screen.update(<Page name="Bo" />);
  expect(text()).toContain('Rename Ana');
  await click('Ask for the end');
  await until(() => expect(text()).toContain('Remove'));
  expect(text()).not.toContain('Rename');
  await click('Remove');
  expect(text()).not.toContain('Remove');
  await click('Ask for the name');
  expect(text()).toContain('Rename Bo');
});
