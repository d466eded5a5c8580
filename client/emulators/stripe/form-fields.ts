import type { StripeAddressElementOptions } from '@stripe/stripe-js';
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

const COUNTRIES = 'US CA GB IE AU NZ DE FR NL ES IT IN SG JP'.split(' ');

const required = (message: string) => (value: string) => (value === '' ? message : undefined);
const optional = () => undefined;

/** Returns the fields of the billing address form with their default values. */
export function addressFields({
  defaultValues,
  fields,
  validation,
}: Partial<StripeAddressElementOptions>): FieldSpec[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const { address } = defaultValues ?? {};
  const specs: FieldSpec[] = [
    text('name', 'Full name', 'name', required('Please provide your full name.'), defaultValues?.name),
    {
      ...text('country', 'Country or region', 'country', optional, address?.country ?? 'US'),
      choices: COUNTRIES.map((code) => [code, names.of(code) ?? code]),
    },
    text(
      'line1',
      'Address line 1',
      'address-line1',
      required('Please provide your address.'),
      address?.line1,
    ),
    text('line2', 'Address line 2 (optional)', 'address-line2', optional, address?.line2),
    text('city', 'City', 'address-level2', required('Please provide your city.'), address?.city),
    { ...text('state', 'State', 'address-level1', optional, address?.state), wide: false },
    {
      ...text(
        'postal_code',
        'ZIP code',
        'postal-code',
        required('Please provide your ZIP code.'),
        address?.postal_code,
      ),
      wide: false,
    },
  ];
  if (fields?.phone !== 'always') return specs;
  const isRequired = validation?.phone?.required === 'always';
  const phone = text(
    'phone',
    'Phone number',
    'tel',
    isRequired ? phoneError : optional,
    defaultValues?.phone,
  );
  return [...specs, { ...phone, inputMode: 'tel' }];
}

function text(
  name: string,
  label: string,
  autocomplete: AutoFill,
  check: FieldSpec['check'],
  value?: string | null,
): FieldSpec {
  return { name, label, autocomplete, check, value: value ?? '', wide: true };
}

function phoneError(value: string): string | undefined {
  if (value === '') return 'Please provide your phone number.';
  return /\d(?:\D*\d){6}/.test(value) ? undefined : 'Your phone number is incomplete.';
}

/** Converts form values to Stripe's `billing_details`. */
export function billingDetails(values: Readonly<Record<string, string>>): Record<string, unknown> {
  const {
    name = '',
    phone = '',
    country = '',
    line1 = '',
    line2 = '',
    city = '',
    state = '',
    postal_code = '',
  } = values;
  return { name, phone, address: { country, line1, line2, city, state, postal_code } };
}

/** Returns the `value` of the address element's change event. */
export function addressValue(values: Readonly<Record<string, string>>): object {
  const {
    name = '',
    phone,
    line1 = '',
    line2 = '',
    city = '',
    state = '',
    postal_code = '',
    country = '',
  } = values;
  const address = { line1, line2: line2 === '' ? null : line2, city, state, postal_code, country };
  return { name, address, ...(phone !== undefined && { phone }) };
}
