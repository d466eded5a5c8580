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

/** An amount with its currency's symbol (A §3; an unknown code gets `$`): `$1,000`, cents only where there are some. */
export function formatMoney(amount: number, currency = 'USD'): string {
  const symbol = SYMBOLS[currency.toUpperCase()] ?? '$';
  return symbol + (Number.isInteger(amount) ? WHOLE : WITH_CENTS).format(amount);
}
