import { expectNoViolations } from './support/axe.ts';
import { registerUser, subscribe } from './support/billing.ts';
import { makeCampaign } from './support/campaigns.ts';
import { expect, test } from './support/test.ts';

test('an empty dashboard lists the first steps and ticks off completed ones', async ({ page }) => {
  await registerUser(page, 'steps');
  await page.goto('/dashboard');
  await page.getByRole('dialog', { name: 'Subscription Required' }).getByText('Get Subscription').click();
  await subscribe(page, 'launch');

  await page.goto('/dashboard');
  const welcome = page.getByRole('dialog', { name: "Let's Get Started!" });
  await expect(welcome).toBeVisible();
  await page.keyboard.press('Escape');
  const steps = page.getByRole('region', { name: 'Your first campaign' });
  await expect(steps).toContainText('1 of 6 done');
  await expect(page.getByRole('group', { name: 'Active campaigns' })).toBeHidden();
  await expect(steps.getByRole('link')).toHaveText(['Add your business', 'Add a voice', 'Upload a list']);
  await expectNoViolations(page, 'the first steps');

  await page.goto('/my-voice');
  await page.getByRole('button', { name: 'Add New Voice Sample' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a new voice' });
  await dialog.getByLabel('Name').fill('Zoë, calm');
  await dialog.locator('input[type=file]').setInputFiles('client/e2e/fixtures/voice.mp3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 of 4 uploads remaining')).toBeVisible();

  await page.goto('/dashboard');
  await expect(steps).toContainText('2 of 6 done');
  await expect(steps.getByRole('link')).toHaveText([
    ...['Add your business', 'Upload a list', 'Write a message', 'Start a Campaign'],
  ]);
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Your First Campaign' })).toBeVisible();
  await expect(welcome).toBeHidden();

  const name = await makeCampaign(page, 'The first', ['1001']);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(steps).toContainText('Bring your contacts (done)');
  await expect(steps.getByRole('link', { name: 'See your campaign' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Active campaigns' })).toContainText('1');
  await page.request.post(`/api/campaigns/${encodeURIComponent(name)}/execute/`, { data: { force: true } });
  await page.reload();
  await expect(row).toBeVisible();
  await expect(steps).toBeHidden();
});

test('the first steps are hidden for good', async ({ page }) => {
  await registerUser(page, 'steps-hidden');
  await page.goto('/dashboard');
  await expect(page.getByRole('dialog', { name: 'Subscription Required' })).toBeVisible();
  await page.keyboard.press('Escape');
  const steps = page.getByRole('region', { name: 'Your first campaign' });
  // A reload would end the request.
  const hidden = page.waitForResponse(/firstRun\.close/);
  await steps.getByRole('button', { name: 'Hide this list' }).click();
  await expect(steps).toBeHidden();
  await expect(page.getByRole('group', { name: 'Active campaigns' })).toContainText('0');
  await hidden;
  await page.reload();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  // What is behind the dialog has no role.
  await expect(page.getByRole('dialog', { name: 'Subscription Required' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Active campaigns' })).toBeVisible();
  await expect(steps).toBeHidden();
});

test('each page greets a subscriber without campaigns once per session', async ({ page }) => {
  const email = await registerUser(page, 'greeted');
  await subscribe(page, 'launch');
  const welcome = page.getByRole('dialog', { name: "Let's Get Started!" });
  for (const path of ['/analytics', '/dashboard']) {
    await page.goto(path);
    await expect(welcome.getByRole('link', { name: 'Upload My Voice' })).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^No campaigns (yet|found)$/)).toBeVisible();
    await expect(welcome).toBeHidden();
  }
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good long password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(welcome).toBeVisible();
  await welcome.getByRole('link', { name: 'Upload My Voice' }).click();
  await expect(page).toHaveURL('/my-voice');
});
