import { z } from 'zod';
import { COUNTRY_CODES } from '#shared/countries.ts';
import { withDefault } from '#shared/schemas/options.ts';
import { isTaxId, normalizeTaxId, TAX_ID_KINDS, TAX_ID_TYPES } from '#shared/billing/tax-ids.ts';
import { typedText } from '#shared/schemas/typed-text.ts';

const line = (name: string, max = 200) =>
  typedText()
    .normalize('NFKC')
    .max(max, `${name} may have at most ${String(max)} characters`)
    .refine(
      (text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text),
      `${name} may not contain line breaks or control characters`,
    );

const fields = {
  company: line('The company', 150),
  line1: line('The address'),
  line2: line('The address'),
  city: line('The city', 100),
  state: line('The state', 100),
  postal_code: line('The postal code', 20),
  country: z.enum(['', ...COUNTRY_CODES], 'Choose a country'),
  tax_id_type: z.enum(['', ...TAX_ID_TYPES], 'Choose the kind of tax number'),
  tax_id: line('The tax number', 40),
};

/** What an address needs if it has anything. */
const NEEDED = {
  line1: 'The address needs a street or a box',
  city: 'The address needs a city',
  country: 'The address needs a country',
} as const;

/** What a business wants on its invoices. Empty texts remove what was there; a tax number is normalized. */
export const businessDetailsInput = z
  .strictObject({
    company: withDefault(fields.company, ''),
    line1: withDefault(fields.line1, ''),
    line2: withDefault(fields.line2, ''),
    city: withDefault(fields.city, ''),
    state: withDefault(fields.state, ''),
    postal_code: withDefault(fields.postal_code, ''),
    country: withDefault(fields.country, ''),
    tax_id_type: withDefault(fields.tax_id_type, ''),
    tax_id: withDefault(fields.tax_id, ''),
  })
  .superRefine((details, ctx) => {
    const refuse = (field: keyof typeof details, message: string) => {
      ctx.addIssue({ code: 'custom', path: [field], message });
    };
    const { line1, line2, city, state, postal_code, country, tax_id_type: type, tax_id } = details;
    if ([line1, line2, city, state, postal_code, country].some((text) => text !== ''))
      for (const [field, message] of Object.entries(NEEDED) as [keyof typeof NEEDED, string][])
        if (details[field] === '') refuse(field, message);
    if (type === '' && tax_id !== '') refuse('tax_id_type', 'Choose the kind of tax number');
    if (type === '') return;
    const { label, example } = TAX_ID_KINDS[type];
    if (tax_id === '') refuse('tax_id', 'Enter the tax number');
    else if (!isTaxId(type, normalizeTaxId(type, tax_id)))
      refuse('tax_id', `This is no ${label}. Format: ${example}`);
  })
  .transform((details) => ({
    ...details,
    tax_id: details.tax_id_type === '' ? '' : normalizeTaxId(details.tax_id_type, details.tax_id),
  }));
export type BusinessDetails = z.output<typeof businessDetailsInput>;

/** The details of a user without any. */
export const NO_BUSINESS_DETAILS: BusinessDetails = {
  company: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  tax_id_type: '',
  tax_id: '',
};

export const businessDetailsOutput = z.object({
  ...fields,
  tax_id_refused: z.boolean().describe('Whether the payment provider refused the tax number'),
});
export type BusinessDetailsView = z.infer<typeof businessDetailsOutput>;
