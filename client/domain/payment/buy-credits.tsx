import { Button } from '#client/ui/controls/button.tsx';
import { useCreditSale } from './use-credit-sale.tsx';

interface BuyCreditsProps {
  /** How many credits are missing for what the user wants to do. */
  missing?: number;
  size?: 'sm' | 'md';
  variant?: 'primary' | 'secondary';
}

/** Button that sells credits beside the plan, with a saved card, in a dialog. */
export function BuyCredits({ missing = 0, size = 'md', variant = 'primary' }: BuyCreditsProps) {
  const sale = useCreditSale();
  return (
    <>
      <Button
        size={size}
        variant={variant}
        busy={sale.paying}
        onClick={() => {
          sale.begin(missing);
        }}
      >
        Buy Credits
      </Button>
      {sale.dialog}
    </>
  );
}
