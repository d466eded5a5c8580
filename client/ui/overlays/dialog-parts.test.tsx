// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderHook } from '#client/testing/hook.tsx';
import { useFocusReturn } from './dialog-parts.ts';

test('a closed dialog gives the focus back, or leads to the heading where its opener is gone', async () => {
  const { result } = await renderHook(useFocusReturn, undefined as never);
  document.body.insertAdjacentHTML(
    'beforeend',
    '<main><h1 tabindex="-1">Page</h1><button>Open</button><button>Other</button></main>',
  );
  const [opener, other] = [...document.querySelectorAll('main button')] as HTMLElement[];
  const close = () => {
    const event = new Event('close', { cancelable: true });
    result().onCloseAutoFocus(event);
    return [event.defaultPrevented, document.activeElement?.textContent];
  };
  const blur = () => {
    (document.activeElement as HTMLElement | null)?.blur();
  };
  opener?.focus();
  result().onOpenAutoFocus();
  blur();
  expect(close()).toEqual([true, 'Open']);
  other?.focus();
  expect(close()).toEqual([true, 'Other']);
  opener?.focus();
  result().onOpenAutoFocus();
  blur();
  opener?.remove();
  expect(close()).toEqual([true, 'Page']);
  blur();
  result().onOpenAutoFocus();
  document.querySelector('h1')?.remove();
  document.querySelector('main')?.setAttribute('tabindex', '-1');
  expect(close()[1]).toBe('Other');
  document.querySelector('main')?.remove();
});
