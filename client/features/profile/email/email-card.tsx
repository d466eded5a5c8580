import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

const ChangeEmailDialog = lazyWithPreload(() => import('./change-email-dialog.tsx'));

/** Opens the dialog that requests a change of the email address. */
export function EmailCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card aria-label="Sign-In Email">
      <CardHeader>
        <CardTitle>Sign-In Email</CardTitle>
        <Button
          variant="secondary"
          onClick={() => {
            setOpen(true);
          }}
        >
          Change Email
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        A new address takes effect once you open the link we send to it.
      </p>
      <Suspense>
        {open && (
          <ChangeEmailDialog
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}
