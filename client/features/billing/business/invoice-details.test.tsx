// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { BusinessDetailsView } from '#shared/schemas/calling/business-details.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { click, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { InvoiceDetails } from './invoice-details.tsx';

const NONE = {
  company: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  tax_id_type: '',
  tax_id: '',
  tax_id_refused: false,
} as BusinessDetailsView;

test.each<[Partial<BusinessDetailsView>, string, string]>([
  [{}, 'Add Details', 'Add your company, address and tax number to have them on your invoices.'],
  [{ company: 'Maple' }, 'Edit Details', 'Maple'],
  [
    { line1: '1 Main St', line2: 'Suite 2', city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' },
    'Edit Details',
    '1 Main St, Suite 2, Reno, NV 89501, United States',
  ],
  [
    { company: 'Maple', city: 'Reno', state: 'NV', tax_id_refused: true },
    'Edit Details',
    'Maple · Reno, NV Your tax number was not accepted, so it is not on your invoices. Please check it.',
  ],
])('of %j the card offers “%s” and says: %s', async (change, name, said) => {
  const businessDetails = () => ({ ...NONE, ...change });
  await renderScreen(<InvoiceDetails />, { answers: { billing: { businessDetails } } });
  expect(text()).toBe(`Invoice Details ${name} ${said}`);
});

test('details that cannot be loaded are asked for again, and cannot be edited before', async () => {
  const businessDetails = vi.fn(() => Promise.reject<BusinessDetailsView>(noResponse()));
  await renderScreen(<InvoiceDetails />, { answers: { billing: { businessDetails } } });
  expect(hasButton('Add Details')).toBe(false);
  businessDetails.mockResolvedValue({ ...NONE, company: 'Maple' });
  await click('Retry');
  expect(text()).toContain('Maple');
});
