import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

const DeleteAccountDialog = lazyWithPreload(() => import('./delete-account-dialog.tsx'));

/** Opens the dialog that deletes the account. */
export function DeleteAccountCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card aria-label="Delete Account">
      <CardHeader>
        <CardTitle>Delete Account</CardTitle>
        <Button
          variant="secondary"
          onClick={() => {
            setOpen(true);
          }}
        >
          Delete Account
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        Erases your account and everything in it. This cannot be undone.
      </p>
      <Suspense>
        {open && (
          <DeleteAccountDialog
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}
