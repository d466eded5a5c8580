import { Suspense, useState, type ReactNode } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useBuyCredits } from './use-buy-credits.ts';

const BuyCreditsDialog = lazyWithPreload(() => import('./buy-credits-dialog.tsx'));

/** A sale of credits beside the plan, with a saved card. */
interface CreditSale {
  /** Asks for an order, at first of the smallest pack that has so many credits. */
  begin(missing: number): void;
  /** Whether an order is being paid. */
  paying: boolean;
  /** The dialog, while it asks for an order. */
  dialog: ReactNode;
}

/** Sells credits in a dialog. It closes for the payment, as the bank's window cannot open above it. */
export function useCreditSale(): CreditSale {
  const [missing, setMissing] = useState<number>();
  const [paying, setPaying] = useState(false);
  const [creditsFollow, setCreditsFollow] = useState(false);
  const buy = useBuyCredits();
  const close = () => {
    setMissing(undefined);
  };
  return {
    begin: setMissing,
    paying,
    dialog:
      missing === undefined ? null : (
        <Suspense>
          <BuyCreditsDialog
            missing={missing}
            creditsFollow={creditsFollow}
            onClose={close}
            onBuy={(order) => {
              close();
              setPaying(true);
              void buy(order).then((follow) => {
                setCreditsFollow(follow);
                setPaying(false);
              });
            }}
          />
        </Suspense>
      ),
  };
}
