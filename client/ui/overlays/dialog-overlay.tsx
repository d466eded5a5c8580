import { useLayoutEffect, type ComponentProps } from 'react';

let locks = 0;

/** Prevents scrolling of the page; returns the release. Locks nest. */
function lockScroll(): () => void {
  const { documentElement: root, body } = document;
  if (locks === 0) {
    const scrollbar = window.innerWidth - root.clientWidth;
    root.style.overflow = 'hidden';
    if (scrollbar > 0) body.style.marginRight = `${String(scrollbar)}px`;
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks > 0) return;
    root.style.overflow = '';
    body.style.marginRight = '';
  };
}

/**
 * The veil of an open dialog; the page behind it does not scroll. The overlay of radix-ui locks scrolling with a style sheet
 * that sets an inherited property of the body, and so restyles every element of the page.
 */
export function DialogOverlay(props: ComponentProps<'div'>) {
  useLayoutEffect(lockScroll, []);
  // The dialog disables pointer events of the body.
  return <div {...props} style={{ pointerEvents: 'auto' }} />;
}
