// Part of every page; runs before the first paint, and before the entry script.

// The look and the width of the sidebar that the person chose (client/ui/theme.ts and client/app/layout write them).
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('sidebar') === 'collapsed') document.documentElement.dataset.sidebar = 'collapsed';
} catch {
  // Storage may be closed to us; the system's look is fine.
}

// A page is there before the scripts that make it work. What a person types, sends or presses in it until then is done after
// they have rendered it (client/app/routing/router.tsx).
{
  /** @type {Map<HTMLInputElement, string>} */
  const typed = new Map();
  /** @type {HTMLFormElement | HTMLButtonElement | undefined} */
  let pressed;
  /** @type {(event: Event) => void} */
  const note = (event) => {
    const { type, target } = event;
    if (!(target instanceof Element) || target.closest('[data-prerendered=page]') === null) return;
    if (target instanceof HTMLInputElement && type === 'input') typed.set(target, target.value);
    const button = type === 'click' ? target.closest('button') : null;
    const done = target instanceof HTMLFormElement && type === 'submit' ? target : button;
    if (done === null || (done instanceof HTMLButtonElement && done.type !== 'button')) return;
    event.preventDefault();
    // React may listen already, and would do it as well.
    event.stopImmediatePropagation();
    pressed = done;
  };
  const types = ['input', 'submit', 'click'];
  for (const type of types) addEventListener(type, note, true);
  addEventListener(
    'hark:rendered',
    () => {
      for (const type of types) removeEventListener(type, note, true);
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (const [typedIn, value] of typed) {
        // React renders a page anew that an extension of the browser has changed.
        const again = `#root input[name="${CSS.escape(typedIn.name)}"]`;
        const input = typedIn.isConnected ? typedIn : document.querySelector(again);
        if (!(input instanceof HTMLInputElement) || input.value === value) continue;
        // Past React, which would otherwise take the event for one that changes nothing.
        set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (pressed?.isConnected !== true) return;
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else pressed.click();
    },
    { once: true },
  );
}

// During an update a page may come from the new version, and its entry script be asked of the old one. The page is loaded
// again then, ten times in a row at most.
let isReloading = false;
/** @type {(event: Event) => void} */
const reloadWithoutEntry = ({ target }) => {
  const isEntry = target instanceof HTMLScriptElement && target.type === 'module';
  if (isReloading || !isEntry) return;
  isReloading = true;
  try {
    const reloads = Number(sessionStorage.getItem('reloads'));
    if (reloads >= 10) return;
    sessionStorage.setItem('reloads', String(reloads + 1));
  } catch {
    // Without a count it might never end.
    return;
  }
  setTimeout(() => {
    location.reload();
  }, 1_000);
};
addEventListener('error', reloadWithoutEntry, true);
addEventListener('load', () => {
  // What is missing later is requested again by the application, which a person may be typing in by then.
  removeEventListener('error', reloadWithoutEntry, true);
  if (isReloading) return;
  try {
    sessionStorage.removeItem('reloads');
  } catch {
    // Without storage there was no reload.
  }
});
