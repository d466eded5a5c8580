import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { fillUpTo, moveTo, openWizard } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test(
  'the settings of the calling card are changed, and count for new lists',
  { tag: '@long' },
  async ({ page }) => {
    await registerUser(page, 'calling');
    await page.goto('/profile/business');
    const card = page.getByRole('region', { name: 'Calling' });
    await expect(card).toContainText('Written consent');
    await expect(page.getByRole('link', { name: /\/stop\/[a-z0-9]{8}$/ })).toBeVisible();
    await expectNoViolations(page, 'the calling card');

    await card.getByRole('button', { name: 'Change Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calling settings' });
    await dialog.getByLabel('Number to call back').fill('555-0143');
    await dialog.getByLabel('Calls to one number').fill('2');
    await dialog.getByRole('radio', { name: 'Another purpose' }).click();
    await dialog.getByRole('button', { name: 'Save Settings' }).click();
    await expect(dialog.getByText('Please describe the purpose')).toBeVisible();
    await dialog.getByLabel('Purpose').fill('Members of our club');
    await expectNoViolations(page, 'the calling settings');
    await dialog.getByRole('button', { name: 'Save Settings' }).click();
    await expect(dialog.getByText('This is not a US or Canadian phone number')).toBeVisible();
    await dialog.getByLabel('Number to call back').fill('(202) 555-0143');
    await dialog.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Calling settings saved')).toBeVisible();
    for (const text of ['+1 (202) 555-0143', 'Members of our club', 'At most 2 in 7 days'])
      await expect(card).toContainText(text);

    await card.getByRole('button', { name: 'Change Settings' }).click();
    await dialog.getByRole('button', { name: 'Ask with each list' }).click();
    await dialog.getByRole('button', { name: 'Save Settings' }).click();
    await expect(card).toContainText('None: it is asked with each list');
  },
);

test('the consent of a list is asked with the file, prefilled, and stored with the campaign', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  const name = `Consent ${String(Date.now())}`;
  await fillUpTo(wizard, 'upload', { name });
  const form = page.getByRole('region', { name: 'Consent' });
  await expect(form.getByRole('radio', { name: /^Written consent/ })).toBeChecked();
  const source = form.getByLabel('Where it was obtained');
  await source.fill('');
  await expect(form.getByText('Please say where consent was obtained')).toBeVisible();
  await expectNoViolations(page, 'the consent of a list');
  await wizard.upload('contacts-outcomes.csv');
  await expect(page.getByText(/^[\d,]+ contacts, /)).toBeVisible();
  await wizard.next();
  await expect(source).toBeFocused();
  await expect(wizard.dialog).toHaveCount(0);
  await source.fill('Fair in Miami');
  await form.getByRole('radio', { name: /^Another purpose/ }).click();
  await form.getByLabel('Purpose').fill('Members of our club');
  await page.reload();
  await page.getByRole('button', { name: 'Continue Draft' }).click();
  await expect(form.getByLabel('Purpose')).toHaveValue('Members of our club');
  for (const step of ['message', 'voice', 'schedule', 'review'] as const)
    await moveTo(wizard, step, { name });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const { campaign } = (await (
    await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/`)
  ).json()) as { campaign: { consents: object[] } };
  expect(campaign.consents).toMatchObject([
    { basis: 'other', own_words: 'Members of our club', source: 'Fair in Miami', by_default: false },
  ]);
});

for (const width of [390, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `the consent forms fit ${String(width)} pixels in ${colorScheme}`,
      { tag: '@long' },
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await signInDemo(page);
        await page.goto('/profile/business');
        const card = page.getByRole('region', { name: 'Calling' });
        await card.getByRole('button', { name: 'Change Settings' }).click();
        const dialog = page.getByRole('dialog', { name: 'Calling settings' });
        await expect(dialog.getByLabel('Where it was obtained')).toBeVisible();
        await expectNoViolations(page, 'the calling settings');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.keyboard.press('Escape');
        await card.scrollIntoViewIfNeeded();

        const wizard = await openWizard(page);
        await fillUpTo(wizard, 'upload');
        const form = page.getByRole('region', { name: 'Consent' });
        await expect(form.getByLabel('Where it was obtained')).not.toHaveValue('');
        await expectNoViolations(page, 'the consent of a list');
        await form.scrollIntoViewIfNeeded();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      },
    );
  }
}
