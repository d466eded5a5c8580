// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderScreen } from '#client/testing/screen.tsx';
import { useNamedTitle, usePageTitle } from './use-title.ts';

function Page({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}
function Named({ name }: { name: string }) {
  useNamedTitle(name);
  return null;
}

test('the name of what is shown stands before the title of its page, whichever comes first', async () => {
  const screen = await renderScreen(<Page key="start" title="Start a Campaign" />);
  // In the order of the router: the content, then its page.
  await screen.update(
    <>
      <Named key="list" name="Spring" />
      <Page key="contacts" title="Contacts" />
    </>,
  );
  expect(document.title).toBe('Spring · Hark');
  await screen.update(<Page key="contacts" title="Contacts" />);
  expect(document.title).toBe('Contacts · Hark');
});

test('another name replaces the one before, and another page both', async () => {
  const page = <Page key="contacts" title="Contacts" />;
  const screen = await renderScreen([page, <Named key="a" name="Spring" />]);
  await screen.update([page, <Named key="a" name="Spring leads" />]);
  expect(document.title).toBe('Spring leads · Hark');
  await screen.update([page, <Named key="b" name="Autumn" />]);
  expect(document.title).toBe('Autumn · Hark');
  await screen.update(<Page key="dashboard" title="Dashboard" />);
  expect(document.title).toBe('Dashboard · Hark');
});
