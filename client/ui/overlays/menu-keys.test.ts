import { describe, expect, it } from 'vitest';
import { menuItemAfter } from './menu-keys.ts';

const item = (textContent: string, ariaLabel: string | null = null) => ({ textContent, ariaLabel });
const light = item('', 'Light');
const settings = item('Settings');
const signOut = item('Sign out');
const ITEMS = [light, settings, signOut];
const after = (active: unknown, key: string) => menuItemAfter(ITEMS, active, key);

describe('menuItemAfter', () => {
  it('wraps around in both directions', () => {
    expect([after(light, 'ArrowDown'), after(settings, 'ArrowRight'), after(signOut, 'ArrowDown')]).toEqual([
      settings,
      signOut,
      light,
    ]);
    expect([after(light, 'ArrowUp'), after(settings, 'ArrowLeft')]).toEqual([signOut, light]);
  });

  it('starts at the first or last entry when none is focused', () => {
    expect(after(null, 'ArrowDown')).toBe(light);
    expect(after(null, 'ArrowUp')).toBe(signOut);
    expect([after(settings, 'Home'), after(settings, 'End')]).toEqual([light, signOut]);
  });

  it('finds the next entry by the first letter of its label or text', () => {
    expect(after(light, 's')).toBe(settings);
    expect(after(settings, 'S')).toBe(signOut);
    expect(after(signOut, 's')).toBe(settings);
    expect(after(signOut, 'l')).toBe(light);
    expect(after(light, 'x')).toBeUndefined();
  });

  it('ignores other keys', () => {
    for (const key of ['Enter', ' ', 'Escape', 'Tab', 'F5']) expect(after(light, key)).toBeUndefined();
    expect(menuItemAfter<typeof light>([], null, 'ArrowDown')).toBeUndefined();
  });
});
