import type { Page } from '@playwright/test';
import { DEMO, signInDemo } from './support/campaigns.ts';
import { expect, test } from './support/test.ts';

/** Holds the scripts of all pages until the result is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Collects what React and the browser complain of. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

test('who signs in before the scripts have loaded is signed in once they have', async ({ page }) => {
  const complaints = complaintsOf(page);
  const release = await holdScripts(page);
  await open(page, '/auth/signin');
  await expect(page).toHaveTitle('Log in · Hark');
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  await expect(button).toHaveCSS('background-color', 'rgb(11, 110, 95)');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await button.click();
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.email);
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(page).toHaveURL('/dashboard');
  expect(complaints).toEqual([]);
});

test('what is typed and pressed before the scripts have loaded is kept', async ({ page }) => {
  const complaints = complaintsOf(page);
  const release = await holdScripts(page);
  await open(page, '/auth/signup');
  await page.getByLabel('Full name').fill('Ana Lee');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Show password' }).click();
  release();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('short');
  await page.getByRole('button', { name: 'Sign up' }).click();
  // The name is known to the form, not only shown.
  await expect(page.locator('[data-invalid]')).toHaveCount(2);
  await expect(page.getByLabel('Full name')).toHaveValue('Ana Lee');
  expect(complaints).toEqual([]);
});

test('who signs in on a page that an extension of the browser has changed is signed in', async ({ page }) => {
  const release = await holdScripts(page);
  await open(page, '/auth/signin');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByLabel('Email').evaluate((input) => {
    input.before(document.createElement('div'));
  });
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL('/dashboard');
});

test('a form is not sent while somebody goes on typing in it', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  const release = await holdScripts(page);
  await open(page, '/auth/signin');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).pressSequentially('hear');
  const rendered = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('hark:rendered', resolve, { once: true });
      }),
  );
  release();
  await rendered;
  await page.keyboard.type('-the-demo');
  expect(calls).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('who has been sent to the sign-in page keeps what they type and where they are', async ({ page }) => {
  await page.goto('/auth/signin');
  await page.evaluate(() => {
    history.replaceState({ from: '/analytics', uid: 'nobody' }, '');
  });
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).focus();
  release();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('a signed-in page begins with its frame, as wide as the sidebar was left', async ({ page }) => {
  const complaints = complaintsOf(page);
  await signInDemo(page);
  const release = await holdScripts(page);
  await open(page, '/campaigns');
  const current = page.getByRole('link', { name: 'Campaigns', exact: true }).filter({ visible: true });
  await expect(current).toHaveAttribute('aria-current', 'page');
  await expect(current).toHaveText('Campaigns');
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  await page.unroute('**/assets/*.js');

  await holdScripts(page);
  await open(page, '/campaigns');
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeHidden();
  expect(complaints).toEqual([]);
});

test('nobody sees a page that they are about to leave', async ({ page }) => {
  await holdScripts(page);
  await open(page, '/dashboard');
  await expect(page.getByRole('status')).toHaveText('Loading...');
  await page.unroute('**/assets/*.js');
  await signInDemo(page);
  await holdScripts(page);
  await open(page, '/auth/signin');
  await expect(page.getByRole('status')).toHaveText('Loading...');
});

test('a page without a frame, in the background, requests its scripts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  const entry = page.waitForRequest(/\/assets\/index-.*\.js$/);
  await page.goto('/auth/signin');
  await entry;
});
