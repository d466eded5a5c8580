import { Elements } from '@stripe/react-stripe-js';
import type { Stripe, Appearance } from '@stripe/stripe-js';
import { useMemo, type ReactNode, useEffect, useState } from 'react';
import { useTheme } from '#client/ui/theme.ts';

/** Options of the payment fields: without Stripe's own notice that the card is saved. */
export const CARD_OPTIONS = { terms: { card: 'never' }, layout: 'tabs' } as const;

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

/** Theme for Stripe's card fields, which render in iframes without our style sheets. Follows the colour scheme. */
function useCardStyle(): Appearance {
  const theme = useTheme();
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const update = () => {
      setAppearance(readAppearance());
    };
    update();
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', update);
    return () => {
      dark.removeEventListener('change', update);
    };
  }, [theme]);
  return appearance;
}

function readAppearance(): Appearance {
  const probe = document.body.appendChild(document.createElement('span'));
  // During a transition the computed colour is still the previous one.
  probe.style.setProperty('transition', 'none', 'important');
  const color = (token: string) => {
    probe.style.color = `var(--color-${token})`;
    return getComputedStyle(probe).color;
  };
  const appearance: Appearance = {
    theme: 'stripe',
    labels: 'above',
    variables: {
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSizeBase: '14px',
      borderRadius: '8px',
      colorPrimary: color('accent'),
      buttonColorText: color('on-accent'),
      colorBackground: color('surface'),
      colorText: color('ink'),
      colorTextSecondary: color('ink-3'),
      colorTextPlaceholder: color('ink-3'),
      colorDanger: color('failed'),
    },
    rules: {
      '.Input': { borderColor: color('line-strong'), boxShadow: 'none' },
      '.Input:focus': { borderColor: color('accent'), boxShadow: `0 0 0 3px ${color('accent-soft')}` },
      '.Label': { fontSize: '13px', fontWeight: '530' },
    },
  };
  probe.remove();
  return appearance;
}
