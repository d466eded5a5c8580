import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

const ChangePasswordDialog = lazyWithPreload(() => import('./change-password-dialog.tsx'));

/** Opens the dialog that changes the password. */
export function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card aria-label="Password">
      <CardHeader>
        <CardTitle>Password</CardTitle>
        <Button
          variant="secondary"
          onClick={() => {
            setOpen(true);
          }}
        >
          Change Password
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">Changing it signs you out on all other devices.</p>
      <Suspense>
        {open && (
          <ChangePasswordDialog
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}
