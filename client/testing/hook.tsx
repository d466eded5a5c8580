import { useEffect } from 'react';
import { renderScreen } from './screen.tsx';

/** Renders a hook on a page. `first` and `result` return what it returned first and last, `update` passes it something else. */
export async function renderHook<Given, Result>(
  use: (given: Given) => Result,
  first: Given,
  options: Parameters<typeof renderScreen>[1] = {},
) {
  const results: Result[] = [];
  function Probe({ given }: { given: Given }) {
    const result = use(given);
    useEffect(() => {
      results.push(result);
    });
    return null;
  }
  const screen = await renderScreen(<Probe given={first} />, options);
  return {
    ...screen,
    first: () => results[0] as Result,
    result: () => results.at(-1) as Result,
    update: (given: Given) => screen.update(<Probe given={given} />),
  };
}
