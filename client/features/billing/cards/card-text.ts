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

/** A card's brand as its holder knows it. */
export function brandName(brand: string): string {
  return BRANDS[brand] ?? 'Card';
}

/** When a card expires, as it stands on it: `08/29`. */
export function expiry({ exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>): string {
  return `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
}
