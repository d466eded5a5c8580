import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useMemo, type ReactNode } from 'react';
import { useCardStyle } from './card-style.ts';

interface CardElementsProps {
  stripe: Stripe;
  /** Client secret of the payment or setup intent. */
  clientSecret: string;
  children: ReactNode;
}

/** Provider for Stripe's card fields. */
export function CardElements({ stripe, clientSecret, children }: CardElementsProps) {
  const appearance = useCardStyle();
  const options = useMemo(() => ({ clientSecret, appearance }), [clientSecret, appearance]);
  return (
    <Elements stripe={stripe} options={options}>
      {children}
    </Elements>
  );
}
