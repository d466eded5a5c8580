/**
 * Scrolls to the top and focuses the heading for screen readers, as after a navigation. A menu or dialog that was opened
 * while the page was loading keeps the focus.
 */
export function arrive(): void {
  if (document.activeElement?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]') != null) return;
  window.scrollTo(0, 0);
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
