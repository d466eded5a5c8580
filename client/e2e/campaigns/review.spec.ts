import { countClicks } from '#client/e2e/support/clicks.ts';
import { fillUpTo, openWizard } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('the review says what happens; each part is changed in two clicks, and a step that is done in one more', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'review');
  const sentence = page.getByRole('status').filter({ hasText: /^Starts / });
  await expect(sentence).toHaveText(
    /^Starts \w+day, \w+ \d+ at \d+:\d\d [AP]M your time and calls \d+ people (?:at once|in .+)\.$/,
  );

  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Edit Campaign' }).click();
  await page.getByLabel('Campaign Description').fill('Changed');
  await wizard.next();
  await wizard.heading('Campaign Overview');
  await expect(page.getByText('Changed')).toBeVisible();
  expect(await clicks()).toBe(2);

  await page.getByRole('button', { name: 'Edit Contacts' }).click();
  await page.getByLabel('Obtained on').fill('');
  await page.getByLabel('Where it was obtained').fill('');
  await wizard.next();
  await expect(page.getByText('Please give the date on which consent was obtained')).toBeVisible();
  await expect(page.getByText('Please say where consent was obtained')).toBeVisible();
  await expect(page.getByLabel('Obtained on')).toBeFocused();
  await expect(wizard.dialog).toHaveCount(0);
  await page.getByLabel('Obtained on').fill('2025-01-15');
  await page.getByLabel('Where it was obtained').fill('Sign-up form');
  // Edit, Continue that marks what is missing, a step after this one, and Continue.
  await page.getByRole('button', { name: 'Message (done)' }).click();
  await wizard.heading('Edit your message here');
  await wizard.next();
  await wizard.heading('Campaign Overview');
  expect(await clicks()).toBe(6);
});
