import type { Appearance } from '@stripe/stripe-js';
import './local-stripe.css';

/** Applies the appearance options of Stripe's elements to a form. */
export function applyAppearance(element: HTMLElement, appearance: Appearance | undefined): void {
  const variables = appearance?.variables ?? {};
  const set = (name: string, value: string | undefined, fallback: string) => {
    element.style.setProperty(`--ls-${name}`, value ?? fallback);
  };
  set('font', variables.fontFamily, 'system-ui, sans-serif');
  set('text', variables.colorText, '#30313d');
  set('secondary', variables.colorTextSecondary, '#6d6e78');
  set('background', variables.colorBackground, '#ffffff');
  set('primary', variables.colorPrimary, '#0570de');
  set('on-primary', variables.buttonColorText, '#ffffff');
  set('danger', variables.colorDanger, '#df1b41');
  set('radius', variables.borderRadius, '5px');
  set('line', appearance?.rules?.['.Input']?.['borderColor'], '#e6e6e6');
}
