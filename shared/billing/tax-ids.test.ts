import { expect, test } from 'vitest';
import { isTaxId, normalizeTaxId, TAX_ID_KINDS, TAX_ID_TYPES } from './tax-ids.ts';

test.each(TAX_ID_TYPES)('the example of %s has its format and is normalized already', (type) => {
  const { example } = TAX_ID_KINDS[type];
  expect(normalizeTaxId(type, example)).toBe(example);
  expect(isTaxId(type, example)).toBe(true);
  for (const longer of [`${example}0`, `0${example}`, `X${example}`])
    expect(isTaxId(type, longer)).toBe(false);
});

test.each([
  ['us_ein', '1234567890'],
  ['us_ein', 'A123456789'],
  ['ch_vat', 'CHE1234567890'],
  ['ch_vat', 'XCHE123456789'],
  ['gb_vat', '1234567890'],
  ['eu_vat', 'XGR123456789'],
  ['eu_vat', 'GRX'],
] as const)('%s leaves "%s" as it is: it is no such number', (type, text) => {
  expect(normalizeTaxId(type, ` ${text.toLowerCase()}. `)).toBe(text);
});

test.each([
  ['us_ein', '123456789', '12-3456789'],
  ['eu_vat', 'de 123 456 789', 'DE123456789'],
  ['eu_vat', 'GR123456789', 'EL123456789'],
  ['gb_vat', '123 4567 89', 'GB123456789'],
  ['ch_vat', 'che123456789', 'CHE-123.456.789 MWST'],
  ['ch_vat', 'CHE-123.456.789 TVA', 'CHE-123.456.789 TVA'],
  ['au_abn', '51 824 753 556', '51824753556'],
] as const)('%s "%s" is written %s', (type, text, written) => {
  expect(normalizeTaxId(type, text)).toBe(written);
  expect(isTaxId(type, written)).toBe(true);
});

test.each([
  ['us_ein', '12-345678'],
  ['eu_vat', 'GB123456789'],
  ['eu_vat', 'DE12345678'],
  ['gb_vat', 'GB12345678'],
  ['au_abn', '51824753557'],
  ['in_gst', '12ABCDE3456FGZ'],
  ['ca_bn', '12345678'],
] as const)('%s refuses %s', (type, value) => {
  expect(isTaxId(type, normalizeTaxId(type, value))).toBe(false);
});

test.each([
  ...['ATU12345678', 'BE0123456789', 'BG123456789', 'CY12345678L', 'CZ12345678', 'DE123456789', 'DK12345678'],
  ...['EE123456789', 'EL123456789', 'ESA1234567Z', 'FI12345678', 'FRAB123456789', 'HR12345678912'],
  ...['HU12345678', 'IE1234567AB', 'IT12345678912', 'LT123456789123', 'LU12345678', 'LV12345678912'],
  ...['MT12345678', 'NL123456789B12', 'PL1234567890', 'PT123456789', 'RO1234567891', 'SE123456789123'],
  ...['SI12345678', 'SK1234567891', 'XI123456789'],
])('%s is a VAT number of the European Union, which one more digit is not', (value) => {
  expect(isTaxId('eu_vat', value)).toBe(true);
  expect(isTaxId('eu_vat', `${value}0`)).toBe(value === 'BG123456789' || value === 'CZ12345678');
});

test.each(['MWST', 'TVA', 'IVA'])('a Swiss number may end with %s', (suffix) => {
  expect(isTaxId('ch_vat', `CHE-123.456.789 ${suffix}`)).toBe(true);
});

test('each kind of number has its name', () => {
  expect(Object.fromEntries(TAX_ID_TYPES.map((type) => [type, TAX_ID_KINDS[type].label]))).toEqual({
    us_ein: 'US EIN',
    eu_vat: 'EU VAT number',
    gb_vat: 'UK VAT number',
    ch_vat: 'Swiss VAT number',
    no_vat: 'Norwegian VAT number',
    ca_bn: 'Canadian BN',
    ca_gst_hst: 'Canadian GST/HST number',
    au_abn: 'Australian ABN',
    nz_gst: 'New Zealand GST number',
    in_gst: 'Indian GSTIN',
    sg_gst: 'Singaporean GST number',
    za_vat: 'South African VAT number',
  });
});
