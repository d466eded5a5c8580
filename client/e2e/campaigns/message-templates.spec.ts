import type { Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import {
  fillUpTo,
  introduceSender,
  moveTo,
  openWizard,
  openWizardAsUser,
  type WizardPage,
} from '#client/e2e/support/wizard.ts';

const listOf = (page: Page) => page.getByRole('dialog', { name: 'Templates' });
const open = (page: Page) => page.getByRole('button', { name: 'Templates', exact: true }).click();
const status = (page: Page) => page.getByRole('region', { name: 'Message check' }).getByRole('status');

/** A new user of a business with a name and a number, at the message step. */
async function newBusiness(page: Page, name: string): Promise<WizardPage> {
  await registerUser(page, name);
  await subscribe(page, 'launch');
  await introduceSender(page);
  const wizard = await openWizardAsUser(page);
  await fillUpTo(wizard, 'message');
  return wizard;
}

test('a template by trade is found, becomes the message, is heard of in the preview and reaches the review', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  await introduceSender(page);
  await page.reload();
  await fillUpTo(wizard, 'message');
  await open(page);
  const list = listOf(page);
  await expect(list.getByRole('region').first()).toBeVisible();
  await list.getByRole('searchbox', { name: 'Search templates' }).fill('dental');
  await list.getByRole('button', { name: /^Dental appointment/ }).click();
  await expect(list).toBeHidden();
  const said = 'this is Maple. We look forward to seeing you';
  await expect(wizard.message).toHaveValue(new RegExp(`^Hi {first_name\\|there}, ${said}`));
  await expect(status(page)).toHaveText('Ready to send');
  await expect(page.getByText(`Hi Charles, ${said}`)).toBeVisible();
  await wizard.next();
  await wizard.heading('Select Voice');
  await moveTo(wizard, 'schedule', { name: 'Dental' });
  await moveTo(wizard, 'review', { name: 'Dental' });
  await expect(page.getByText(said).first()).toBeVisible();
});

test('a written message is replaced only when asked, and comes back', async ({ page }) => {
  const wizard = await newBusiness(page, 'templates-undo');
  await wizard.message.fill('My own words');
  await open(page);
  await listOf(page)
    .getByRole('button', { name: /^Open house/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Replace your message?' });
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(listOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wizard.message).toHaveValue('My own words');

  await open(page);
  await listOf(page)
    .getByRole('button', { name: /^Open house/ })
    .click();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(wizard.message).toHaveValue(/open house in {city\|your area}/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(wizard.message).toHaveValue('My own words');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await wizard.message.press('ControlOrMeta+z');
  await expect(wizard.message).toHaveValue(/open house in/);
});

for (const width of [1440, 390]) {
  const tag = width === 1440 ? [] : ['@long'];
  test(
    `a message is saved, used again, renamed and deleted, ${String(width)} px`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const wizard = await newBusiness(page, `templates-${String(width)}`);
      const save = page.getByRole('button', { name: 'Save as template' });
      await expect(save).toHaveAttribute('aria-disabled', 'true');
      await wizard.message.fill('Hi {first_name|there}, see you soon.');
      await save.click();
      const saving = page.getByRole('dialog', { name: 'Save as template' });
      await saving.getByRole('button', { name: 'Save Template' }).click();
      await expect(saving.getByText('A name is required')).toBeVisible();
      await saving.getByRole('textbox', { name: 'Name' }).fill('See you');
      await saving.getByRole('button', { name: 'Save Template' }).click();
      await expect(saving).toBeHidden();

      await save.click();
      await saving.getByRole('textbox', { name: 'Name' }).fill('See you');
      await saving.getByRole('button', { name: 'Save Template' }).click();
      await expect(saving.getByText('You already have a template named "See you".')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();

      await wizard.message.fill('');
      await open(page);
      const own = listOf(page).getByRole('region', { name: 'Your templates' });
      await expect(own.getByRole('button', { name: /^See you/ })).toBeVisible();
      expect(await layoutFaults(page)).toEqual([]);
      await expectNoViolationsInBothSchemes(page, 'templates');
      await own.getByRole('button', { name: /^See you/ }).click();
      await expect(wizard.message).toHaveValue('Hi {first_name|there}, see you soon.');

      await open(page);
      await own.getByRole('button', { name: 'Change See you' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      const renaming = page.getByRole('dialog', { name: 'Rename the template' });
      await renaming.getByRole('textbox', { name: 'Name' }).fill('Until soon');
      await renaming.getByRole('button', { name: 'Save Name' }).click();
      await expect(own.getByRole('button', { name: /^Until soon/ })).toBeVisible();
      await page.keyboard.press('Escape');

      await wizard.message.fill('Hi {first_name|there}, until Monday.');
      await open(page);
      await own.getByRole('button', { name: 'Change Until soon' }).click();
      await page.getByRole('menuitem', { name: 'Replace with this message' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
      await expect(own.getByText('until Monday.')).toBeVisible();

      await own.getByRole('button', { name: 'Change Until soon' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page
        .getByRole('alertdialog', { name: 'Delete Until soon?' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await expect(listOf(page).getByRole('region', { name: 'Appointments' })).toBeVisible();
      await expect(own).toHaveCount(0);
    },
  );
}

test('the signature is added by one click, once, in the words of the profile', async ({ page }) => {
  const wizard = await newBusiness(page, 'signature');
  const check = page.getByRole('region', { name: 'Message check' });
  const add = check.getByRole('button', { name: 'Add signature' });
  await wizard.message.fill('Hi {first_name|there}, we moved.');
  await add.click();
  await expect(wizard.message).toHaveValue(
    'Hi {first_name|there}, this is Maple. We moved. Call us back at 800-555-0142. To stop these messages call 800-555-0142.',
  );
  await expect(status(page)).toHaveText('Ready to send');
  await expect(add).toHaveCount(0);

  await page.goto('/profile/business');
  await page.getByRole('button', { name: 'Change Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Calling settings' });
  const signature = settings.getByRole('textbox', { name: 'Signature' });
  await signature.fill('Hello {first_name}');
  await settings.getByRole('button', { name: 'Save Settings' }).click();
  await expect(settings.getByText('Only {business} and {number} can stand here')).toBeVisible();
  await signature.fill('You have reached {business}. Ring {number}, also to stop these calls.');
  await settings.getByRole('button', { name: 'Save Settings' }).click();
  await expect(settings).toBeHidden();
  await expect(page.getByText('You have reached Maple. Ring 800-555-0142, also to stop')).toBeVisible();

  await page.goto('/campaign');
  await page.getByRole('button', { name: 'Continue Draft' }).click();
  await wizard.message.fill('We moved. Call 800-555-0142 for more.');
  await add.click();
  await expect(wizard.message).toHaveValue(
    'You have reached Maple. We moved. Call 800-555-0142 for more. Ring 800-555-0142, also to stop these calls.',
  );
});
