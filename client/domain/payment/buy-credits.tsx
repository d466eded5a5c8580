import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { useBuyCredits } from './use-buy-credits.ts';

const BuyCreditsDialog = lazyWithPreload(() => import('./buy-credits-dialog.tsx'));

interface BuyCreditsProps {
  /** How many credits are missing for what the user wants to do. */
  missing?: number;
  size?: 'sm' | 'md';
  variant?: 'primary' | 'secondary';
}

/** Button that sells credits beside the plan, with a saved card, in a dialog. */
export function BuyCredits({ missing = 0, size = 'md', variant = 'primary' }: BuyCreditsProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [creditsFollow, setCreditsFollow] = useState(false);
  const buy = useBuyCredits();
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Button
        size={size}
        variant={variant}
        busy={busy}
        onClick={() => {
          setOpen(true);
        }}
      >
        Buy Credits
      </Button>
      {open && (
        <Suspense>
          <BuyCreditsDialog
            missing={missing}
            creditsFollow={creditsFollow}
            onClose={close}
            onBuy={(order) => {
              // Closed first: the bank's window cannot open above a modal dialog.
              close();
              setBusy(true);
              void buy(order).then((follow) => {
                setCreditsFollow(follow);
                setBusy(false);
              });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
