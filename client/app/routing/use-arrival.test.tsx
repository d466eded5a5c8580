// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { openAddress } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { guardHistory, watchHistory } from './history-guard.ts';
import { useArrival } from './use-arrival.ts';
import { useFragment } from './use-fragment.ts';

const scrollTo = vi.fn();
const scrollIntoView = vi.fn();
beforeEach(() => {
  window.scrollTo = scrollTo;
  HTMLElement.prototype.scrollIntoView = scrollIntoView;
  scrollTo.mockClear();
  scrollIntoView.mockClear();
  openAddress('https://hark.test/profile');
});

const last = { current: null as string | null };
function Page({ place, hasHeading = true }: { place: string; hasHeading?: boolean }) {
  useArrival(place, last);
  return (
    <main>
      {hasHeading && <h1>{place}</h1>}
      <p id="webhooks">Webhooks</p>
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
    </main>
  );
}
const focused = () => document.activeElement?.textContent;

test('a page that follows another begins at the top, with its heading in focus', async () => {
  last.current = null;
  const screen = await renderScreen(<Page place="/a" />);
  expect([scrollTo.mock.calls, document.activeElement]).toEqual([[], document.body]);
  await screen.update(<Page place="/a" />);
  expect(scrollTo).not.toHaveBeenCalled();
  await screen.update(<Page place="/b" />);
  expect([scrollTo.mock.calls, focused()]).toEqual([[[0, 0]], '/b']);
  expect(document.querySelector('h1')?.getAttribute('tabindex')).toBe('-1');
  await screen.update(<Page place="/c" hasHeading={false} />);
  expect(document.activeElement?.tagName).toBe('MAIN');
  expect(last.current).toBe('/c');
});

test('a fragment that names an element leads to it, at the first page too', async () => {
  last.current = null;
  window.location.hash = '#webhooks';
  const screen = await renderScreen(<Page place="/a" />);
  expect([focused(), scrollIntoView.mock.calls.length, scrollTo.mock.calls.length]).toEqual([
    'Webhooks',
    1,
    0,
  ]);
  window.location.hash = '#nothing';
  await screen.update(<Page place="/b" />);
  expect([focused(), scrollTo.mock.calls.length]).toEqual(['/b', 1]);
});

test.each(['dialog', 'alertdialog', 'menu'])('what is open in a %s keeps the focus', async (role) => {
  last.current = null;
  const screen = await renderScreen(<Page place="/a" />);
  document.querySelector('[role]')?.setAttribute('role', role);
  document.querySelector<HTMLElement>('main button')?.focus();
  await screen.update(<Page place="/b" />);
  expect([focused(), scrollTo.mock.calls.length]).toEqual(['In a dialog', 0]);
});

function Section({ id, isShown = true }: { id: string; isShown?: boolean }) {
  const ref = useFragment<HTMLParagraphElement>(id);
  return isShown ? <p ref={ref}>{id}</p> : null;
}

test('a section is arrived at while the address names it', async () => {
  await renderScreen(
    <>
      <Section id="one" />
      <Section id="two" />
      <Section id="three" isShown={false} />
    </>,
  );
  expect(scrollIntoView).not.toHaveBeenCalled();
  for (const [hash, name] of [
    ['#two', 'two'],
    ['#one', 'one'],
    ['#three', 'one'],
    ['#on', 'one'],
  ] as const) {
    await turn(() => {
      window.location.hash = hash;
      window.dispatchEvent(new Event('hashchange'));
    });
    expect(focused()).toBe(name);
  }
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
});

test('the last guard sees the back button, until it is taken away', () => {
  watchHistory();
  const [first, second] = [vi.fn(), vi.fn()];
  const back = () => window.dispatchEvent(new PopStateEvent('popstate', { state: 1 }));
  back();
  guardHistory(first);
  const stop = guardHistory(second);
  back();
  stop();
  back();
  expect([
    first.mock.calls.length,
    second.mock.calls.map(([event]) => (event as { state: unknown }).state),
  ]).toEqual([0, [1]]);
});
