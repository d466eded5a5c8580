import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { adjustCredits } from '#client/e2e/support/credits.ts';
import { mailTo, pathOf } from '#client/e2e/support/outbox.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('a threshold is checked and kept, and credits that fall below it are mailed', async ({
  page,
  hark,
}, info) => {
  const email = await registerUser(page, 'low-credits');
  await subscribe(page, 'launch');
  const reminder = page.getByRole('region', { name: 'Low credit reminder' });
  const threshold = reminder.getByLabel('Remind me below');
  const save = reminder.getByRole('button', { name: 'Save' });
  await expect(reminder).toContainText('No reminder is set.');
  await expect(reminder.getByRole('button', { name: 'Turn off' })).toBeDisabled();
  for (const [typed, message] of [
    ['', 'Enter a whole number of credits'],
    ['lots', 'Enter a whole number of credits'],
    ['0', 'Enter at least 1 credit'],
    ['999,999,999,999', 'Enter at most 100,000,000 credits'],
  ] as const) {
    await threshold.fill(typed);
    await save.click();
    await expect(reminder).toContainText(message);
  }
  await threshold.fill('5000');
  await threshold.press('Enter');
  await expect(reminder).toContainText('You get an email below 5,000 credits.');
  await page.reload();
  await expect(threshold).toHaveValue('5,000');
  await expectNoViolations(page, 'credit reminder');
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await reminder.screenshot({ path: info.outputPath(`${String(width)}-${colorScheme}.png`) });
  }

  await adjustCredits(hark, email, -16_000, 'Used up');
  const mail = await mailTo(page.request, email, 'You have 4,000 credits left');
  expect(mail.text).toContain('fallen below 5,000');
  await page.goto(pathOf(mail));
  await expect(reminder).toContainText('You have fewer than that now.');
  await reminder.getByRole('button', { name: 'Turn off' }).click();
  await expect(reminder).toContainText('No reminder is set.');
  await expect(threshold).toHaveValue('');
});
