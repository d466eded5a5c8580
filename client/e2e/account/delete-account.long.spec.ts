import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { uploadVoice } from '#server/app/seed/account-setup.ts';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { clientOf, registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { makeCampaign } from '#client/e2e/support/campaigns.ts';
import { mailTo } from '#client/e2e/support/outbox.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const PASSWORD = 'a good long password';

/** Calls an action of a campaign. */
async function act({ request }: Page, name: string, action: 'pause' | 'delete'): Promise<void> {
  const { campaigns } = (await (await request.get('/api/campaigns/')).json()) as {
    campaigns: { id: string; campaign_name: string }[];
  };
  const id = campaigns.find(({ campaign_name }) => campaign_name === name)?.id ?? '';
  const path = `/api/campaigns/${id}/${action}/`;
  const response = await (action === 'delete' ? request.delete(path) : request.post(path));
  expect(response.ok(), await response.text()).toBe(true);
}

test('an account is deleted once no campaign is running', async ({ page, hark }) => {
  const email = await registerUser(page, 'deletion');
  await subscribe(page, 'launch');
  const recording = readFileSync('client/e2e/fixtures/voice.mp3');
  await uploadVoice(clientOf(page), hark.url, { title: 'Ana', description: 'At the desk' }, recording);
  const paused = await makeCampaign(page, 'Paused one', ['0151']);
  await makeCampaign(page, 'Next week', ['0152']);
  await act(page, paused, 'pause');

  await page.goto('/profile/data');
  const open = page.getByRole('region', { name: 'Delete Account' }).getByRole('button');
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await open.click();
  await expect(dialog.getByText('cannot be deleted while campaigns are running')).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'a deletion that is blocked');
  await dialog.getByRole('link', { name: paused }).click();
  await expect(page).toHaveURL(/\/analytics\/details\//);

  await act(page, paused, 'delete');
  await page.goto('/profile/data');
  await forgetAuthentication(hark);
  await open.click();
  await expect(dialog.getByText('Your scheduled campaign is deleted and not sent.')).toBeVisible();
  await expect(dialog.getByText('Your Launch plan is cancelled at once.')).toBeVisible();
  await expect(dialog.getByText('You lose 20,000 credits.')).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'a deletion');

  const submit = dialog.getByRole('button', { name: 'Delete Account' });
  await dialog.getByLabel('Type your email to confirm').fill('other@example.com');
  await dialog.getByLabel('Your password').fill('a guess');
  await submit.click();
  await expect(dialog.getByText('Enter the email address of this account')).toBeVisible();
  await dialog.getByLabel('Type your email to confirm').fill(email);
  await submit.click();
  await expect(dialog.getByText('Your current password is not correct')).toBeVisible();
  await expect(dialog.getByLabel('Type your email to confirm')).toHaveValue(email);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await submit.dblclick();

  await expect(page).toHaveURL('/auth/signin');
  await expect(page.getByText('Your account is being deleted')).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'signed out by a deletion');
  expect((await page.request.get('/users/user-info/')).status()).toBe(401);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();

  await mailTo(page.request, email, 'Your Hark account is being deleted');
});

test('once an account is erased its address is free again', async ({ page }) => {
  // Without an upload, whose form would have to expire first.
  const email = await registerUser(page, 'deletion-again');
  await page.goto('/profile/data');
  await page.getByRole('region', { name: 'Delete Account' }).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await dialog.getByLabel('Type your email to confirm').fill(email);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page).toHaveURL('/auth/signin');
  await mailTo(page.request, email, 'Your Hark account was deleted');
  const again = { email, password: PASSWORD, display_name: 'Zoë Martínez' };
  expect((await page.request.post('/register/', { data: again })).status()).toBe(201);
});
