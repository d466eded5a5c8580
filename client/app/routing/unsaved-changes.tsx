import { useEffect, useRef, useState } from 'react';
import { guardHistory } from './history-guard.ts';
import { replacesPage } from './replaces-page.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';

/**
 * Asks before the page is left by a link, by the back button or with the tab, as long as it is rendered. `onLeave` is
 * called when the user leaves nevertheless.
 */
export function UnsavedChanges({ onLeave }: { onLeave?: () => void }) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const allowedRef = useRef(false);
  useEffect(
    () =>
      guardPage(allowedRef, (proceed) => {
        setLeave(() => proceed);
      }),
    [],
  );
  return (
    <ConfirmDialog
      open={leave !== null}
      onOpenChange={() => {
        setLeave(null);
      }}
      title="Leave without saving?"
      description="Your changes on this page are not saved yet."
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => {
        setLeave(null);
        allowedRef.current = true;
        onLeave?.();
        leave?.();
      }}
    />
  );
}

/** Calls `ask` with what leaves the page whenever somebody is about to; returns a function that stops that. */
function guardPage(allowed: { readonly current: boolean }, ask: (leave: () => void) => void): () => void {
  const { href, origin, pathname } = window.location;
  // A link to a place on this page does not leave it.
  const isElsewhere = (to: URL | Location) => to.origin !== origin || to.pathname !== pathname;
  const state: unknown = window.history.state;

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (allowed.current || link === null || !replacesPage(link, event)) return;
    if (!isElsewhere(new URL(link.href))) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => {
      link.click();
    });
  };
  const onPopState = (event: PopStateEvent) => {
    if (allowed.current || !isElsewhere(window.location)) return;
    // The router must not see that the address has changed.
    event.stopImmediatePropagation();
    window.history.pushState(state, '', href);
    ask(() => {
      window.history.back();
    });
  };
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (!allowed.current) event.preventDefault();
  };
  document.addEventListener('click', onClick, true);
  const stopGuard = guardHistory(onPopState);
  window.addEventListener('beforeunload', onBeforeUnload);
  return () => {
    document.removeEventListener('click', onClick, true);
    stopGuard();
    window.removeEventListener('beforeunload', onBeforeUnload);
  };
}
