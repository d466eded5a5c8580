import type { PaymentMethodView } from '#shared/schemas/billing.ts';

type Card = PaymentMethodView['card'];

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Returns the display name of a card brand. */
export function brandName(brand: string): string {
  return BRANDS[brand] ?? 'Card';
}

/** Returns a card's expiry date as `08/29`. */
export function expiry({ exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>): string {
  return `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
}
