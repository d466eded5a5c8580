import type { StripeAddressElementOptions } from '@stripe/stripe-js';
import type { FieldSpec } from './field.ts';

const COUNTRIES = [
  'US',
  'CA',
  'GB',
  'IE',
  'AU',
  'NZ',
  'DE',
  'FR',
  'NL',
  'ES',
  'IT',
  'IN',
  'SG',
  'JP',
] as const;

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
