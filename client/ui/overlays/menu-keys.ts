/** Returns the focusable entries of a menu in order. */
export function menuItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** Returns the entry that a key moves the focus to, or `undefined`. `active` is the focused entry, if any. */
export function menuItemAfter<Item extends Pick<HTMLElement, 'textContent' | 'ariaLabel'>>(
  items: readonly Item[],
  active: unknown,
  key: string,
): Item | undefined {
  const at = items.findIndex((item) => item === active);
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
    case 'ArrowLeft':
      return items.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return startingWith(items, at, key);
  }
}

/** Returns the next entry, wrapping around, whose label starts with a letter. */
function startingWith<Item extends Pick<HTMLElement, 'textContent' | 'ariaLabel'>>(
  items: readonly Item[],
  at: number,
  letter: string,
): Item | undefined {
  if (letter.length !== 1 || letter.trim() === '') return undefined;
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    (item.ariaLabel ?? item.textContent).toLowerCase().startsWith(letter.toLowerCase()),
  );
}
