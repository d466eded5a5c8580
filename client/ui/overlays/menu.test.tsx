// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { button } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { Menu, MenuItem } from './menu.tsx';

async function press(key: string, modifiers: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
  await turn(() => {
    document.activeElement?.dispatchEvent(event);
  });
  return event.defaultPrevented;
}

test('the letters and arrows of a menu leave shortcuts of the browser alone', async () => {
  await renderScreen(
    <Menu trigger={(props) => <button {...props}>Account</button>}>
      <MenuItem onSelect={() => undefined}>Profile</MenuItem>
      <MenuItem onSelect={() => undefined}>Sign out</MenuItem>
    </Menu>,
  );
  button('Profile').focus();
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    for (const key of ['s', 'ArrowDown', 'End']) {
      expect(await press(key, modifiers), key).toBe(false);
      expect(document.activeElement).toBe(button('Profile'));
    }
  }
  expect(await press('s')).toBe(true);
  expect(document.activeElement).toBe(button('Sign out'));
});
