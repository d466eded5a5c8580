// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { lazyLoaded } from './lazy-loaded.tsx';

const code = { default: ({ name }: { name: string }) => <p>Hello {name}</p> };

test('code that is there is rendered at once', () => {
  const Page = lazyLoaded({ load: () => Promise.resolve(code), loaded: () => code });
  const page = renderToString(
    <Suspense fallback="Loading...">
      <Page name="Ana" />
    </Suspense>,
  );
  expect(page).toContain('Hello');
  expect(page).not.toContain('Loading...');
});

test('other code is rendered once it is there, and stays when it is rendered again', async () => {
  let arrived: typeof code | undefined;
  let arrive = (): void => undefined;
  const loaded = new Promise<typeof code>((resolve) => {
    arrive = () => {
      arrived = code;
      resolve(code);
    };
  });
  const Page = lazyLoaded({ load: () => loaded, loaded: () => arrived });
  const screen = await renderScreen(<Page name="Ana" />);
  expect(text()).not.toContain('Hello');
  arrive();
  await until(() => expect(text()).toContain('Hello Ana'));
  const element = document.querySelector('p');
  await screen.update(<Page name="Bo" />);
  expect(document.querySelector('p')).toBe(element);
  expect(text()).toContain('Hello Bo');
});
