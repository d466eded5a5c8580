import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, introduceSender, openWizardAsUser } from '#client/e2e/support/wizard.ts';

const REFUSAL = 'No voice was found in the recording.';

test('a voice that cannot be cloned says why, is not offered, and can be retried', async ({ page }) => {
  await signInDemo(page);
  // The local voice service refuses and delays voices of these names.
  await addVoice(page, 'Refused voice');
  await addVoice(page, 'Busy voice');
  const [refused, busy] = [cardOf(page, 'Refused voice'), cardOf(page, 'Busy voice')];
  await expect(refused.getByRole('status')).toHaveText('Failed');
  await expect(refused).toContainText(`This voice cannot be used: ${REFUSAL}`);
  await expect(busy.getByRole('status')).toHaveText('Processing');
  await expect(busy).toContainText('The voice service is busy. Hark tries again by itself.');
  await expectNoViolations(page, 'voices that are not ready');

  await refused.getByRole('button', { name: 'Retry Refused voice' }).click();
  await expect(refused.getByRole('status')).toHaveText('Failed');

  await refused.getByRole('button', { name: 'More actions for Refused voice' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Voice' });
  await dialog.getByLabel('Name').fill('Ana');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const ana = cardOf(page, 'Ana');
  await ana.getByRole('button', { name: 'Retry Ana' }).click();
  await expect(ana.getByRole('status')).toHaveText('Active');
  await expect(ana).toContainText('The recording is only 3 seconds long.');

  await introduceSender(page);
  await fillUpTo(await openWizardAsUser(page), 'voice');
  const busyChoice = page.getByRole('radio', { name: /^Busy voice/ });
  await expect(busyChoice).toBeDisabled();
  await expect(busyChoice).toContainText('The voice service is busy.');
  await page.getByRole('radio', { name: 'Ana', exact: true }).click();

  await page.goto('/my-voice');
  for (const name of ['Ana', 'Busy voice']) {
    await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(cardOf(page, name)).toBeHidden();
  }
});

async function addVoice(page: Page, name: string): Promise<void> {
  await page.goto('/my-voice');
  await page.getByRole('button', { name: 'Add New Voice Sample' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a new voice' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.locator('input[type=file]').setInputFiles('client/e2e/fixtures/voice.mp3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

const cardOf = (page: Page, name: string) => page.getByLabel(name, { exact: true });
