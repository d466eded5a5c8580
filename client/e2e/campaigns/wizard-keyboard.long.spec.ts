import type { Locator, Page } from '@playwright/test';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { fixture } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

/** More tab stops than any step has. */
const MAX_TABS = 60;

test('a campaign can be published with the keyboard alone, and the focus follows each step', async ({
  page,
}) => {
  const name = `By keyboard ${String(Date.now())}`;
  await signInDemo(page);
  await page.goto('/dashboard');
  await tabTo(page, page.getByRole('link', { name: 'Start a Campaign' }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: "Let's Start" }).waitFor();
  await press(page, "Let's Start");

  await expectAt(page, 'What kind of campaign are you running?');
  await page.keyboard.press('Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('No mouse');
  await press(page, 'Continue');

  await expectAt(page, 'Upload your contact list');
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Browse files');
  await (await chooser).setFiles(fixture('contacts-outcomes.csv'));
  await expect(page.getByText('9 contacts, ')).toBeVisible();
  await press(page, 'Continue');

  await expectAt(page, 'Edit your message here');
  await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('Hi ');
  await press(page, 'first_name');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hi {first_name}');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type(', it is Ana of Maple. To stop these messages call 800-555-0142.');
  await press(page, 'Continue');

  await expectAt(page, 'Select Voice');
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await press(page, 'Continue');

  await expectAt(page, 'Schedule and Launch');
  await tabTo(page, page.getByRole('gridcell').getByRole('button', { disabled: false }).first());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Campaign Time'));
  await page.keyboard.type('16:30');
  await expect(page.getByText(/^Starts .* at 16:30 UTC\.$/)).toBeVisible();
  await press(page, 'Continue');

  await expectAt(page, 'Campaign Overview');
  await press(page, 'Publish Campaign');
  await expectAt(page, 'Your campaign is scheduled');
  await press(page, 'Done');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('9 contacts');

  const row = page.getByRole('row').filter({ hasText: name });
  await tabTo(page, row.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await press(page, 'Delete', page.getByRole('alertdialog'));
  await press(page, 'Done', page.getByRole('dialog'));
  await expect(row).toHaveCount(0);
});

test('the first tab stop of a page skips the sidebar', async ({ page }) => {
  await signInDemo(page);
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveRole('link');
});

/** Expects that a step is shown and its heading focused. */
async function expectAt(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}

/** Tabs to a button and presses Enter. */
async function press(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  await tabTo(page, within.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** Tabs until an element is focused. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(goal).toBeFocused();
}
