import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { spokenCode } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, openWizard } from '#client/e2e/support/wizard.ts';

test('a test is left on a phone that a spoken code confirms', async ({ page, hark }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'review');
  const open = page.getByRole('button', { name: 'Send a test to my phone' });
  await open.click();
  const { dialog } = wizard;
  await dialog.getByLabel('Your phone number').fill('(202) 557-3199');
  await dialog.getByRole('button', { name: 'Call me with a code' }).click();
  await expect(dialog.getByText('We left a code on the voicemail of +1 (202) 557-3199.')).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolationsInBothSchemes(page, `code, ${String(width)} px`);
    expect(await layoutFaults(page)).toEqual([]);
  }
  const code = await spokenCode(hark.dataDir);
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This is not the code that was spoken.')).toBeVisible();
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('10 of 10 tests left today')).toBeVisible();
  // The first response is lost, and the test is sent again.
  await page.route('**/trpc/testDrops.create**', (route) => route.fetch().then(() => route.abort()), {
    times: 1,
  });
  await dialog.getByRole('button', { name: 'Send Test' }).click();
  await expect(dialog.getByText('The test could not be sent. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send Test' }).click();
  await expect(dialog.getByText('The test was delivered to your voicemail.')).toBeVisible();
  await expect(dialog.getByText('9 of 10 tests left today')).toBeVisible();
  // All others are used up in another browser.
  await page.route('**/trpc/testDrops.overview*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"left_today":\d+/, '"left_today":0');
    await route.fulfill({ response, body });
  });
  await dialog.getByRole('button', { name: 'Send Again' }).click();
  await expect(dialog.getByText('0 of 10 tests left today')).toBeVisible();
  await expect(dialog.getByText('The test was delivered to your voicemail.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send Again' })).toBeDisabled();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolationsInBothSchemes(page, `result, ${String(width)} px`);
    expect(await layoutFaults(page)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await wizard.heading('Campaign Overview');
});
