import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useMemo, type ReactNode } from 'react';
import { useCardStyle } from './card-style.ts';

interface CardElementsProps {
  stripe: Stripe;
  /** Of the payment or the setup that the card is typed for. */
  clientSecret: string;
  children: ReactNode;
}

/** The surroundings that the card payment client's fields need. */
export function CardElements({ stripe, clientSecret, children }: CardElementsProps) {
  const appearance = useCardStyle();
  const options = useMemo(() => ({ clientSecret, appearance }), [clientSecret, appearance]);
  return (
    <Elements stripe={stripe} options={options}>
      {children}
    </Elements>
  );
}
