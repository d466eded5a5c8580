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
  /** @type {HTMLElement | undefined} */
  let focused;
  /** @type {HTMLElement | undefined} */
  let pressed;
  /** @type {(event: Event) => void} */
  const note = (event) => {
    const { type, target } = event;
    if (!(target instanceof Element) || target.closest('[data-prerendered]') === null) return;
    if (type === 'focusin' && target instanceof HTMLElement) focused = target;
    if (type === 'input' && target instanceof HTMLInputElement) {
      typed.set(target, target.value);
      // Who goes on typing would send half of it.
      pressed = undefined;
    }
    const button = type === 'click' ? target.closest('button') : null;
    const done = target instanceof HTMLFormElement && type === 'submit' ? target : button;
    if (done === null || (done instanceof HTMLButtonElement && done.type !== 'button')) return;
    event.preventDefault();
    // React may listen already, and would do it as well.
    event.stopImmediatePropagation();
    pressed = done;
  };
  /** @type {(element: Element) => string | null} */
  const nameOf = (element) =>
    element instanceof HTMLFormElement
      ? ''
      : (element.getAttribute('name') ??
        element.getAttribute('aria-label') ??
        element.getAttribute('href') ??
        element.textContent);
  /**
   * Returns the same element of the page as it is now: React renders a frame anew, and a page that somebody else has changed.
   * @template {HTMLElement} Kind
   * @param {Kind} element
   * @returns {Kind | undefined}
   */
  const now = (element) => {
    if (element.isConnected) return element;
    const alike = [...document.querySelectorAll(`#root ${element.tagName}`)];
    return /** @type {Kind | undefined} */ (alike.find((other) => nameOf(other) === nameOf(element)));
  };
  const types = ['input', 'submit', 'click', 'focusin'];
  for (const type of types) addEventListener(type, note, true);
  addEventListener(
    'hark:rendered',
    () => {
      for (const type of types) removeEventListener(type, note, true);
      document.getElementById('root')?.removeAttribute('data-prerendered');
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (const [element, value] of typed) {
        const input = now(element);
        if (input === undefined || input.value === value) continue;
        // Past React, which would otherwise take the event for one that changes nothing.
        set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (focused?.isConnected === false) now(focused)?.focus();
      const again = pressed && now(pressed);
      if (again instanceof HTMLFormElement) again.requestSubmit();
      else again?.click();
    },
    { once: true },
  );
}

// During an update a page may come from the new version, and its entry script be asked of the old one. The page is loaded
// again then, ten times in a row at most.
let isReloading = false;
const giveUp = () => {
  const main = document.querySelector('#root main');
  if (main === null) addEventListener('DOMContentLoaded', giveUp);
  else main.textContent = 'Hark could not be loaded. Please load this page again.';
};
/** @type {(event: Event) => void} */
const reloadWithoutEntry = ({ target }) => {
  const isEntry = target instanceof HTMLScriptElement && target.type === 'module';
  if (isReloading || !isEntry) return;
  isReloading = true;
  try {
    const reloads = Number(sessionStorage.getItem('reloads'));
    if (reloads >= 10) {
      giveUp();
      return;
    }
    sessionStorage.setItem('reloads', String(reloads + 1));
  } catch {
    // Without a count it might never end.
    giveUp();
    return;
  }
  setTimeout(() => {
    const reload = () => {
      location.reload();
    };
    if (navigator.onLine) reload();
    else addEventListener('online', reload);
  }, 1_000);
};
addEventListener('error', reloadWithoutEntry, true);
const entered = () => {
  // What is missing later is requested again by the application, which a person may be typing in by then.
  removeEventListener('error', reloadWithoutEntry, true);
  if (isReloading) return;
  try {
    sessionStorage.removeItem('reloads');
  } catch {
    // Without storage there was no reload.
  }
};

// Names the scripts of a built page: the entry, and those of its screen. They are requested once the page is painted, as to
// evaluate them would delay that; without a frame, in the background, all the same.
const named = document.querySelector('meta[name="scripts"]');
if (named instanceof HTMLMetaElement) {
  const [entry = '', ...others] = named.content.split(' ');
  let requested = false;
  const request = () => {
    if (requested) return;
    requested = true;
    const links = others.map((href) =>
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
    const script = Object.assign(document.createElement('script'), {
      type: 'module',
      crossOrigin: '',
      src: entry,
    });
    script.addEventListener('load', entered);
    document.head.append(script, ...links);
  };
  requestAnimationFrame(() => setTimeout(request));
  setTimeout(request, 300);
} else addEventListener('load', entered);
