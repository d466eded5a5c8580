// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#client/testing/screen.tsx';
import { useOnChange } from './use-on-change.ts';

function Watch({ value, onChange }: { value: string | undefined; onChange: () => void }) {
  useOnChange(value, onChange);
  return null;
}

test.each([
  [[undefined, 'a'], 0],
  [['a', 'a'], 0],
  [['a', 'b'], 1],
  [['a', 'b', 'b', 'a'], 2],
  [[undefined, 'a', 'b'], 1],
])(
  'the values %j are %i changes: the first one that is known is none',
  async ([first, ...later], changes) => {
    const onChange = vi.fn();
    const screen = await renderScreen(<Watch value={first} onChange={onChange} />);
    for (const value of later) await screen.update(<Watch value={value} onChange={onChange} />);
    expect(onChange).toHaveBeenCalledTimes(changes);
  },
);
