// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { useTypedSearch } from './use-typed-search.ts';

const onSearch = vi.fn();
beforeEach(() => {
  onSearch.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const render = async (search: string) => {
  const hook = await renderHook((given: string) => useTypedSearch(given, onSearch), search);
  const type = (text: string) =>
    turn(() => {
      hook.result().onChange(text);
    });
  const press = (key: string) =>
    turn(() => {
      hook.result().onKeyDown({ key });
    });
  const pass = (ms: number) =>
    turn(() => {
      vi.advanceTimersByTime(ms);
    });
  return { ...hook, type, press, pass };
};

test('what is typed is searched for after a pause, without spaces around it', async () => {
  const { result, type, pass } = await render('');
  await pass(1_000);
  await type(' a');
  await pass(299);
  await type(' ab ');
  await pass(299);
  expect([result().value, onSearch.mock.calls]).toEqual([' ab ', []]);
  await pass(1);
  expect(onSearch.mock.calls).toEqual([['ab']]);
});

test('Enter searches at once, and only for what is new', async () => {
  const { type, press } = await render('old');
  await press('Enter');
  await type('old ');
  await press('Enter');
  expect(onSearch).not.toHaveBeenCalled();
  await type('new');
  await press('a');
  expect(onSearch).not.toHaveBeenCalled();
  await press('Enter');
  expect(onSearch.mock.calls).toEqual([['new']]);
});

test('a search that changes elsewhere replaces the text, and one that was typed keeps its spaces', async () => {
  const { result, type, update, pass } = await render('');
  await type('ab ');
  await update('ab');
  expect(result().value).toBe('ab ');
  await update('other');
  expect(result().value).toBe('other');
  await pass(1_000);
  expect(onSearch).not.toHaveBeenCalled();
});
