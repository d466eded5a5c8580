import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { LogInAgainDialog } from './log-in-again-dialog.tsx';

/** How long before the end the dialog opens by itself, in milliseconds: what an open dialog holds would be lost. */
const LAST_MS = 60_000;

/** The notice that the session ends soon, above the page and its dialogs, and the dialog that prolongs it. */
export default function EndOfSession({ user, endsAt }: { user: UserData; endsAt: number }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setOpen, endsAt - Date.now() - LAST_MS, true);
    return () => {
      clearTimeout(timer);
    };
  }, [endsAt]);
  return (
    <>
      {createPortal(
        <div
          aria-live="polite"
          className="pointer-events-none fixed inset-x-4 top-3 z-60 mx-auto max-w-140"
          onPointerDown={(event) => {
            // Otherwise an open dialog handles it as a click outside.
            event.stopPropagation();
          }}
        >
          {!isOpen && (
            <Notice
              tone="waiting"
              title="Your session ends in a few minutes"
              className="pointer-events-auto shadow-float"
              action={
                <Button
                  size="sm"
                  onClick={() => {
                    setOpen(true);
                  }}
                >
                  Log in Again
                </Button>
              }
            >
              Log in again to stay on this page and keep what you have entered.
            </Notice>
          )}
        </div>,
        document.body,
      )}
      {isOpen && (
        <LogInAgainDialog
          user={user}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
