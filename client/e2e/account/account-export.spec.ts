import { readFile } from 'node:fs/promises';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { mailTo, pathOf } from '#client/e2e/support/outbox.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const PASSWORD = 'a good long password';

test('all data is requested after a proof of identity, mailed as a link, and downloaded', async ({
  page,
  hark,
}) => {
  const email = await registerUser(page, 'export');
  await page.goto('/profile/data');
  const card = page.getByRole('region', { name: 'Your data' });
  await expect(card.getByText('There is no file at present.')).toBeVisible();
  await forgetAuthentication(hark);
  await card.getByRole('button', { name: 'Request Export' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByLabel('Your password').fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('We are preparing your data')).toBeVisible();

  await page.goto(pathOf(await mailTo(page.request, email, 'Your Hark data is ready')));
  await expect(card.getByText(/^Ready until \w{3}, /)).toBeVisible();
  await expectNoViolations(page, 'an export that is ready');
  const started = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('hark-data.zip');
  const file = await readFile(await download.path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
});
