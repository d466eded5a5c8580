// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { stepInRow, useActivePoint } from './use-active-point.ts';

test.each<[string, number, number | undefined]>([
  ['ArrowRight', -1, 0],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', -1, 9],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['PageDown', -1, 7],
  ['PageDown', 1, 8],
  ['PageDown', 3, 9],
  ['PageUp', -1, 2],
  ['PageUp', 8, 1],
  ['PageUp', 3, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['Enter', 5, undefined],
])('%s at %i of ten points goes to %s', (key, index, next) => {
  expect(stepInRow(key, index, 10)).toBe(next);
});

const KEYS = ['Mon', 'Tue', 'Wed'];
const nearest = vi.fn((x: number) => (x < 0 ? undefined : Math.floor(x / 10)));

function Chart({ keys }: { keys: readonly string[] }) {
  const { index, announced, props } = useActivePoint<HTMLDivElement>({ keys, nearest });
  return (
    <div id="chart" {...props}>
      {String(index)} {announced ? 'announced' : 'quiet'}
    </div>
  );
}

const chart = () => document.querySelector<HTMLElement>('#chart') ?? document.body;
const shown = () => chart().textContent;

/** A pointer over the chart, which begins at 100, 50. */
const pointer = (type: string, pointerType: string, x: number) =>
  turn(() => {
    chart().getBoundingClientRect = () => new DOMRect(100, 50, 30, 30);
    const at = { clientX: 100 + x, clientY: 52, pointerType, bubbles: true };
    // React hears of a pointer that leaves by one that goes out.
    chart().dispatchEvent(new PointerEvent(type, at));
  });

async function press(key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  const heard = vi.fn();
  document.body.addEventListener('keydown', heard);
  await turn(() => {
    chart().dispatchEvent(event);
  });
  document.body.removeEventListener('keydown', heard);
  return event.defaultPrevented;
}

test('a mouse chooses the point beside it, which is not announced, until it leaves', async () => {
  await renderScreen(<Chart keys={KEYS} />);
  expect([shown(), chart().tabIndex]).toEqual(['-1 quiet', 0]);
  await pointer('pointermove', 'mouse', 12);
  expect(nearest).toHaveBeenLastCalledWith(12, 2);
  expect(shown()).toBe('1 quiet');
  await pointer('pointermove', 'mouse', -1);
  expect(shown()).toBe('-1 quiet');
  await pointer('pointerdown', 'mouse', 25);
  expect(shown()).toBe('2 quiet');
  await pointer('pointerout', 'mouse', 25);
  expect(shown()).toBe('-1 quiet');
});

test('a touch chooses a point, which stays until another place is touched', async () => {
  await renderScreen(<Chart keys={KEYS} />);
  await pointer('pointerdown', 'touch', 12);
  expect(shown()).toBe('1 announced');
  await pointer('pointerout', 'touch', 12);
  await pointer('pointerout', 'mouse', 12);
  await turn(() => window.dispatchEvent(new Event('pointerdown')));
  expect(shown()).toBe('1 announced');
  await turn(() => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(shown()).toBe('-1 quiet');
});

test('keys move the point, Escape and leaving close it, and other keys are left to the page', async () => {
  await renderScreen(<Chart keys={KEYS} />);
  expect(await press('Escape')).toBe(false);
  expect(await press('End')).toBe(true);
  expect(shown()).toBe('2 announced');
  for (const held of ['altKey', 'ctrlKey', 'metaKey'])
    expect(await press('Home', { [held]: true })).toBe(false);
  expect(await press('a')).toBe(false);
  expect(shown()).toBe('2 announced');
  expect(await press('Escape')).toBe(true);
  expect(shown()).toBe('-1 quiet');
  await press('Home');
  await turn(() => chart().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(shown()).toBe('-1 quiet');
});

test('the chosen point stays the same where points come before it, and none is chosen where it is gone', async () => {
  const screen = await renderScreen(<Chart keys={KEYS} />);
  await press('Home');
  await screen.update(<Chart keys={['Sun', ...KEYS]} />);
  expect(shown()).toBe('1 announced');
  await screen.update(<Chart keys={KEYS.slice(1)} />);
  expect(shown()).toBe('-1 announced');
});
