const SYMBOLS: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  AUD: 'A$',
  CAD: 'C$',
  SGD: 'S$',
};

const WHOLE = new Intl.NumberFormat('en-US');
const WITH_CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats an amount with its currency symbol (`$` for unknown codes): `$1,000`, cents only if not zero. */
export function formatMoney(amount: number, currency = 'USD'): string {
  const symbol = SYMBOLS[currency.toUpperCase()] ?? '$';
  return symbol + (Number.isInteger(amount) ? WHOLE : WITH_CENTS).format(amount);
}
