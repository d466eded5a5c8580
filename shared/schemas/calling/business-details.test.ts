import { expect, test } from 'vitest';
import { businessDetailsInput } from './business-details.ts';

test.each([
  [{ line1: '1 Main St' }, { city: 'The address needs a city', country: 'The address needs a country' }],
  [{ tax_id: '12-3456789' }, { tax_id_type: 'Choose the kind of tax number' }],
  [{ tax_id_type: 'us_ein' }, { tax_id: 'Enter the tax number' }],
  [{ tax_id_type: 'us_ein', tax_id: '1' }, { tax_id: 'This is no US EIN. Format: 12-3456789' }],
  [{ tax_id_type: 'moon_vat' }, { tax_id_type: 'Choose the kind of tax number' }],
  [
    { company: 'Ortiz\u2028GmbH' },
    { company: 'The company may not contain line breaks or control characters' },
  ],
  [{ country: 'XX' }, { country: 'Choose a country' }],
])('%j names what is wrong', (details, errors) => {
  const { error } = businessDetailsInput.safeParse(details);
  expect(
    Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []),
  ).toEqual(errors);
});

test('nothing is allowed, and a tax number is normalized', () => {
  expect(businessDetailsInput.parse({})).toMatchObject({ company: '', country: '', tax_id: '' });
  const details = businessDetailsInput.parse({ tax_id_type: 'us_ein', tax_id: ' 123456789 ' });
  expect(details).toMatchObject({ tax_id: '12-3456789' });
});
