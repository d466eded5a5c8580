/** A kind of tax number: its name, an example, and the format of its normalized form. */
interface TaxIdKind {
  label: string;
  example: string;
  format: RegExp;
}

/** VAT numbers of the European Union by the country in their first two letters. */
const EU_VAT: Readonly<Record<string, string>> = {
  AT: 'U\\d{8}',
  BE: '[01]\\d{9}',
  BG: '\\d{9,10}',
  CY: '\\d{8}[A-Z]',
  CZ: '\\d{8,10}',
  DE: '\\d{9}',
  DK: '\\d{8}',
  EE: '\\d{9}',
  EL: '\\d{9}',
  ES: '[A-Z\\d]\\d{7}[A-Z\\d]',
  FI: '\\d{8}',
  FR: '[A-HJ-NP-Z\\d]{2}\\d{9}',
  HR: '\\d{11}',
  HU: '\\d{8}',
  IE: '\\d[A-Z\\d*+]\\d{5}[A-Z]{1,2}',
  IT: '\\d{11}',
  LT: '(?:\\d{9}|\\d{12})',
  LU: '\\d{8}',
  LV: '\\d{11}',
  MT: '\\d{8}',
  NL: '\\d{9}B\\d{2}',
  PL: '\\d{10}',
  PT: '\\d{9}',
  RO: '\\d{2,10}',
  SE: '\\d{12}',
  SI: '\\d{8}',
  SK: '\\d{10}',
  XI: '(?:\\d{9}|\\d{12})',
};

const EU_FORMAT = new RegExp(
  `^(?:${Object.entries(EU_VAT)
    .map(([country, digits]) => country + digits)
    .join('|')})$`,
);

/** The kinds of tax numbers that invoices can show, as Stripe names them. */
const KINDS = {
  us_ein: { label: 'US EIN', example: '12-3456789', format: /^\d{2}-\d{7}$/ },
  eu_vat: { label: 'EU VAT number', example: 'DE123456789', format: EU_FORMAT },
  gb_vat: { label: 'UK VAT number', example: 'GB123456789', format: /^GB(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/ },
  ch_vat: {
    label: 'Swiss VAT number',
    example: 'CHE-123.456.789 MWST',
    format: /^CHE-\d{3}\.\d{3}\.\d{3} (?:MWST|TVA|IVA)$/,
  },
  no_vat: { label: 'Norwegian VAT number', example: '123456789MVA', format: /^\d{9}MVA$/ },
  ca_bn: { label: 'Canadian BN', example: '123456789', format: /^\d{9}$/ },
  ca_gst_hst: { label: 'Canadian GST/HST number', example: '123456789RT0002', format: /^\d{9}RT\d{4}$/ },
  au_abn: { label: 'Australian ABN', example: '51824753556', format: /^\d{11}$/ },
  nz_gst: { label: 'New Zealand GST number', example: '123456789', format: /^\d{8,9}$/ },
  in_gst: {
    label: 'Indian GSTIN',
    example: '12ABCDE3456FGZH',
    format: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/,
  },
  sg_gst: { label: 'Singaporean GST number', example: 'M12345678X', format: /^[A-Z\d]\d{7,8}[A-Z\d]$/ },
  za_vat: { label: 'South African VAT number', example: '4123456789', format: /^4\d{9}$/ },
} as const satisfies Record<string, TaxIdKind>;

export type TaxIdType = keyof typeof KINDS;
export const TAX_ID_TYPES = Object.keys(KINDS) as [TaxIdType, ...TaxIdType[]];
export const TAX_ID_KINDS: Readonly<Record<TaxIdType, TaxIdKind>> = KINDS;

/**
 * Returns a tax number in the form in which its country writes it: without spaces and with the signs that belong to it.
 * Text that is no such number is returned without spaces, in capitals.
 */
export function normalizeTaxId(type: TaxIdType, text: string): string {
  const plain = text.toUpperCase().replace(/[\s.\-/–]/g, '');
  if (type === 'us_ein') return plain.replace(/^(\d{2})(\d{7})$/, '$1-$2');
  if (type === 'ch_vat')
    return plain.replace(/^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA)?$/, (_, a, b, c, suffix?: string) =>
      [`CHE-${String(a)}.${String(b)}.${String(c)}`, suffix ?? 'MWST'].join(' '),
    );
  if (type === 'gb_vat') return plain.replace(/^(?=(?:\d{9}|\d{12})$)/, 'GB');
  if (type === 'eu_vat') return plain.replace(/^GR(?=\d)/, 'EL');
  return plain;
}

/** Whether a normalized tax number has the format of its kind, and the right check digits where it is an ABN. */
export function isTaxId(type: TaxIdType, value: string): boolean {
  return TAX_ID_KINDS[type].format.test(value) && (type !== 'au_abn' || isAbn(value));
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** The weighted digits of an ABN, the first one less 1, add up to a multiple of 89. */
function isAbn(value: string): boolean {
  const sum = ABN_WEIGHTS.reduce(
    (total, weight, i) => total + weight * (Number(value[i]) - (i === 0 ? 1 : 0)),
    0,
  );
  return sum % 89 === 0;
}
