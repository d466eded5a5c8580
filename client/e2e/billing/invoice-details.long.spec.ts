import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { CARDS, openPayment, registerUser, typeCard } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('company, address and tax number given in the checkout are on the invoice and on /billing', async ({
  page,
}) => {
  await registerUser(page, 'business');
  await openPayment(page, 'Launch');
  await page.getByRole('button', { name: 'Add Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invoice details' });
  await dialog.getByLabel('Company').fill('Ortiz & Söhne GmbH');
  await dialog.getByLabel('Address', { exact: true }).fill('Hauptstr. 1');
  await dialog.getByLabel('Kind of tax number').selectOption('EU VAT number');
  await dialog.getByLabel('Tax number', { exact: true }).fill('DE12');
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await expect(dialog.getByText('The address needs a city')).toBeVisible();
  await expect(dialog.getByText('This is no EU VAT number. Format: DE123456789')).toBeVisible();
  await expectNoViolations(page, 'invoice details');
  await dialog.getByLabel('City').fill('Berlin');
  await dialog.getByLabel('Postal code').fill('10115');
  await dialog.getByLabel('Country').selectOption('Germany');
  await dialog.getByLabel('Tax number', { exact: true }).fill('de 123 456 789');
  const answer = await holdCheckout(page);
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await answer.asked;
  // The form is replaced with the answer, so nothing may be typed into it until then.
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  answer.release();

  const details = page.getByRole('region', { name: 'Invoice details' });
  const summary = 'Ortiz & Söhne GmbH · Hauptstr. 1, Berlin, 10115, Germany · EU VAT number DE123456789';
  await expect(details).toContainText(summary);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Address line 1')).toHaveValue('1 Main Street');
  await expect(page.getByLabel('State')).toHaveValue('IL');
  await expect(page.getByLabel('Phone number')).toHaveValue('+1 202 555 0100');
  await typeCard(page, CARDS.pays);
  await page.getByRole('button', { name: 'Complete Payment' }).click();
  await page
    .getByRole('dialog', { name: 'Payment Successful!' })
    .getByRole('link', { name: 'Back to Billing' })
    .click();
  await expect(details).toContainText(summary);

  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View Online' }).click();
  const invoice = await popup;
  await expect(invoice.getByText('Ortiz & Söhne GmbH')).toBeVisible();
  await expect(invoice.getByText('Hauptstr. 1, Berlin, 10115, DE')).toBeVisible();
  await expect(invoice.getByText('DE123456789')).toBeVisible();
  const download = invoice.waitForEvent('download');
  await invoice.getByRole('link', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

/** Holds the answers with a checkout back: `asked` resolves when the page asks for one, `release` lets them pass. */
async function holdCheckout(page: Page): Promise<{ asked: Promise<unknown>; release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest('**/trpc/billing.createPaymentIntent*');
  await page.route('**/trpc/billing.createPaymentIntent*', async (route) => {
    await released;
    await route.continue();
  });
  return { asked, release };
}
