import type { FieldSpec } from './field.ts';

const digits = (text: string): string => text.replace(/\D/g, '');

/** Returns the fields of the card form. They check completeness; the server validates the card number. */
export function cardFields(now: Date): FieldSpec[] {
  return [
    {
      name: 'number',
      label: 'Card number',
      autocomplete: 'cc-number',
      inputMode: 'numeric',
      placeholder: '1234 1234 1234 1234',
      wide: true,
      format: (text) =>
        digits(text)
          .slice(0, 16)
          .replace(/(.{4})(?=.)/g, '$1 '),
      check: (value) => (digits(value).length === 16 ? undefined : 'Your card number is incomplete.'),
    },
    {
      name: 'expiry',
      label: 'Expiration date',
      autocomplete: 'cc-exp',
      inputMode: 'numeric',
      placeholder: 'MM / YY',
      format: formatExpiry,
      check: (value) => expiryError(value, now),
    },
    {
      name: 'cvc',
      label: 'Security code (CVC)',
      autocomplete: 'cc-csc',
      inputMode: 'numeric',
      placeholder: 'CVC',
      format: (text) => digits(text).slice(0, 4),
      check: (value) => (value.length >= 3 ? undefined : "Your card's security code is incomplete."),
    },
  ];
}

/** Formats the typed digits as `MM / YY`. */
function formatExpiry(text: string): string {
  const typed = digits(text).slice(0, 4);
  const padded = /^[2-9]/.test(typed) ? `0${typed}`.slice(0, 4) : typed;
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded;
}

function expiryError(value: string, now: Date): string | undefined {
  if (digits(value).length < 4) return "Your card's expiration date is incomplete.";
  const { month, year } = expiryOf(value);
  if (month < 1 || month > 12) return "Your card's expiration date is invalid.";
  const past = year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
  return past ? "Your card's expiration year is in the past." : undefined;
}

/** Parses `MM / YY` into month and full year. */
export function expiryOf(value: string): { month: number; year: number } {
  const typed = digits(value);
  return { month: Number(typed.slice(0, 2)), year: 2000 + Number(typed.slice(2, 4)) };
}
