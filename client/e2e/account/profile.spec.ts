import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

async function edit(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${label}` }).click();
  await page.getByRole('textbox', { name: label }).fill(value);
}

test('name, company and phone are changed, and a phone must be one', async ({ page }) => {
  await registerUser(page, 'profile');
  await page.goto('/profile');
  const menu = page.getByRole('button', { name: 'account menu' });
  await expect(menu).toContainText('Zoë Martínez');
  await edit(page, 'Full Name', 'Zoë Ortiz');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(menu).toContainText('Zoë Ortiz');
  await edit(page, 'Phone Number', 'not a phone');
  await expect(page.getByText('Enter a phone number like (415) 555-0123 or +44 20 7946 0958')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await expectNoViolations(page, 'a wrong phone number');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('(415) 555-0123');
  await edit(page, 'Company', ' Acme ');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Acme');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Acme');
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('(415) 555-0123');
  await edit(page, 'Phone Number', '');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('');
});

test(
  'unsaved changes are asked about before a link, the back button and the tab leave the page',
  { tag: '@long' },
  async ({ page }) => {
    await registerUser(page, 'unsaved');
    await page.goto('/help');
    await page.getByRole('link', { name: 'My Profile' }).click();
    await edit(page, 'Full Name', 'Somebody Else');
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });

    // A place on the page is not another page.
    await page.getByRole('link', { name: 'Change it below' }).click();
    await expect(page).toHaveURL('/profile#sign-in-email');
    await page.goBack();
    await expect(page).toHaveURL('/profile');
    await expect(dialog).toBeHidden();

    await page.getByRole('link', { name: 'Help Center' }).first().click();
    await expectNoViolations(page, 'leave without saving');
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Somebody Else');

    await page.goBack();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL('/profile');
    await dialog.getByRole('button', { name: 'Stay' }).click();

    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const native = await asked;
    expect(native.type()).toBe('beforeunload');
    await native.dismiss();

    await page.goBack();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/help');
    await page.getByRole('link', { name: 'My Profile' }).click();
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Zoë Martínez');
    await page.getByRole('link', { name: 'Help Center' }).first().click();
    await expect(page).toHaveURL('/help');
  },
);
