import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

async function edit(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${label}` }).click();
  await page.getByRole('textbox', { name: label }).fill(value);
}

test('name and phone are changed, and a phone must be one', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible();
  await page.reload();
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
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await expect(page).toHaveURL('/profile#main');
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

const PAGES = ['Profile', 'Business', 'Security', 'Notifications', 'Developers', 'Data'];
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Profile' });

for (const width of [1440, 390]) {
  test(`the pages of the profile are one press apart, and short, at ${String(width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInDemo(page);
    await page.goto('/profile');
    for (const name of [...PAGES.slice(1), 'Profile']) {
      await tabs(page).getByRole('link', { name }).press('Enter');
      await expect(tabs(page).locator('[aria-current=page]')).toHaveText(name);
      await settle(page);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeFocused();
      await expect(page).toHaveTitle(`${await heading.innerText()} · Hark`);
      const { height, wide } = await page.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        wide: document.documentElement.scrollWidth,
      }));
      expect(wide).toBe(width);
      if (width === 1440) expect(height).toBeLessThanOrEqual(1_800);
    }
  });
}

for (const [old, card, path] of [
  ['#sign-in-email', 'Sign-In Email', '/profile/security#sign-in-email'],
  ['#webhooks', 'Webhooks', '/profile/developers#webhooks'],
] as const) {
  test(`a link to ${old} of the profile leads to the page that has it`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await registerUser(page, 'old-link');
    await page.goto(`/profile${old}`);
    await expect(page).toHaveURL(path);
    const region = page.getByRole('region', { name: card, exact: true });
    await expect(region).toBeFocused();
    await expect(region.getByRole('heading').first()).toBeInViewport();
    await page.goBack();
    await expect(page).not.toHaveURL(/profile/);
  });
}

test('a business name is changed, and an optional mail turned off for good', async ({ page }) => {
  await registerUser(page, 'profile-pages');
  await page.goto('/profile/business');
  const name = page.getByRole('region', { name: 'Business name' });
  await name.getByRole('button', { name: 'Change Name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the business name' });
  await dialog.getByLabel('Business name').fill(' Acme ');
  await expectNoViolations(page, 'change the business name');
  await dialog.getByRole('button', { name: 'Save Name' }).click();
  await expect(name).toContainText('Acme');

  await tabs(page).getByRole('link', { name: 'Notifications' }).click();
  const finished = page.getByRole('switch', { name: 'A campaign has finished' });
  await expect(finished).toBeChecked();
  await finished.press('Space');
  await expect(finished).not.toBeChecked();
  await expectNoViolations(page, 'a mail that is turned off');
  await page.reload();
  await expect(finished).not.toBeChecked();
  await page.getByText('A campaign has finished').click();
  await expect(finished).toBeChecked();
});
