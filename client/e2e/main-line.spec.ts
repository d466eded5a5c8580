import { expect, test, type Page } from '@playwright/test';
import { fixture, MESSAGE, pickDay } from './support/wizard.ts';

/** The outcomes that the numbers of contacts-outcomes.csv dictate, in its order (contract §4). */
const OUTCOMES = ['success', 'No voicemail', 'Mailbox full', 'Unreachable', 'No answer', 'Busy', 'Do not call', 'No report', 'success'];

test('a new user pays a plan, uploads a voice and contacts, sends, and pays for what was delivered', async ({ page }) => {
  const email = `line-${String(Date.now())}@example.com`;
  await register(page, email);
  await payLaunch(page);
  await expect(creditsCard(page)).toContainText('20,000');
  await uploadVoice(page);
  await refusedForCredits(page);
  await publishNine(page);
  await sendAndSettle(page);
  await seeOutcomes(page);
});

/** The credits in the sidebar: what can be spent, and what is on hold. */
function creditsCard(page: Page) {
  return page.getByRole('region', { name: 'Credits' });
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('Zoë Martínez');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good long password');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Registration Successful!')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login' }).or(page.getByRole('button', { name: 'Go to Login' })).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}
