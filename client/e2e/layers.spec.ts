import type { Page } from '@playwright/test';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { expectNoViolationsInBothSchemes } from './support/axe.ts';
import { makeCampaign, signInDemo } from './support/campaigns.ts';
import { fillUpTo, openWizard } from './support/wizard.ts';
import { expect, test } from './support/test.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: 'account menu' });

async function openDashboard(page: Page): Promise<void> {
  await signInDemo(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('table', { name: 'Campaigns' }).getByRole('button').first()).toBeVisible();
}

test('axe finds nothing in menus, tooltips, dialogs and toasts', async ({ page }) => {
  await openDashboard(page);
  await userMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'menu');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete' }).first().hover();
  await expect(page.getByRole('tooltip', { name: 'Delete' })).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'tooltip');

  await page.route('**/trpc/campaigns.delete*', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Delete Campaign?' });
  await expect(question).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'dialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  // A toast under the pointer stays.
  await page.getByText('An error occurred while deleting the campaign.').hover();
  await expectNoViolationsInBothSchemes(page, 'toast');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectNoViolationsInBothSchemes(page, 'slide-over');
});

test('the user menu works with the keyboard and restores the focus', async ({ page }) => {
  await openDashboard(page);
  await userMenu(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'As the device' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(userMenu(page)).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'As the device' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('s');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the user menu closes on a click outside and on its own button', async ({ page }) => {
  await openDashboard(page);
  const menu = page.getByRole('menu');
  await userMenu(page).click();
  await expect(menu).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(menu).toBeHidden();
  await userMenu(page).click();
  await expect(menu).toBeVisible();
  await userMenu(page).click();
  await expect(menu).toBeHidden();
});

test('a dialog traps the focus and restores it', async ({ page }) => {
  await openDashboard(page);
  const trash = page.getByRole('button', { name: 'Delete' }).first();
  await trash.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Campaign?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    await expect(question.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(trash).toBeFocused();
});

test('the menu of small screens restores the focus, or moves it to the opened page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page);
  const opener = page.getByRole('button', { name: 'Open the menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await menu.getByRole('link', { name: 'My Voice' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'My Voice Library' })).toBeFocused();
});

test('nothing is animated with reduced motion', async ({ page }) => {
  await openDashboard(page);
  const trash = page.getByRole('button', { name: 'Delete' }).first();
  for (const [reducedMotion, seconds] of [
    ['no-preference', '0.18s'],
    ['reduce', '1e-05s'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await trash.click();
    await expect(page.getByRole('alertdialog')).toHaveCSS('animation-duration', seconds);
    await page.keyboard.press('Escape');
  }
});

test('an open menu stays open and beside its button while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await signInDemo(page);
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'message');
  const button = page.getByRole('button', { name: 'If empty, say…' });
  await button.click();
  const menu = page.getByRole('menu');
  const gap = async () => {
    const [of, at] = await Promise.all([menu.boundingBox(), button.boundingBox()]);
    return of && at && Math.min(Math.abs(of.y - at.y - at.height), Math.abs(of.y + of.height - at.y));
  };
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 60);
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);
  await expect.poll(gap).toBeLessThan(16);
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('the page behind a dialog does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await openDashboard(page);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const before = await scrolled();
  await page.mouse.wheel(0, before > 0 ? -100 : 100);
  await page.waitForTimeout(300);
  expect(await scrolled()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.mouse.wheel(0, before > 0 ? -100 : 100);
  await expect.poll(scrolled).not.toBe(before);
});

test('a dialog leaves the styles of the page behind it, which the pointer does not reach', async ({
  page,
}) => {
  await openDashboard(page);
  const analytics = page.locator('nav a', { hasText: 'Analytics' }).first();
  const atLink = () =>
    analytics.evaluate((link) => {
      const { x, y, width, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(await atLink()).toBe(true);
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  // An inherited property: a change of it restyles every element.
  await expect(page.locator('body')).toHaveCSS('pointer-events', 'auto');
  expect(await atLink()).toBe(false);
});

test('the theme changes without transitions, which come back', async ({ page }) => {
  await openDashboard(page);
  await userMenu(page).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).hover();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => {
      document.title = 'transition';
    });
  });
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).not.toHaveAttribute('data-switching');
  await expect(page).not.toHaveTitle('transition');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Analytics', exact: true }).hover();
  await expect(page).toHaveTitle('transition');
});

test('a disabled action shows the reason on hover, on focus and on a tap', async ({ page }) => {
  await openDashboard(page);
  const name = await makeCampaign(page, 'Sent', ['1001']);
  await page.request.post(`/api/campaigns/${encodeURIComponent(name)}/execute/`, { data: {} });
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Success', { timeout: 2_000 });
  }).toPass();
  const sendNow = row.getByRole('button', { name: 'Send Now' });
  const why = page.getByRole('tooltip');
  await sendNow.hover();
  await expect(why).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await row.getByRole('link', { name: 'View analytics' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(sendNow).toBeFocused();
  await expect(why).toBeVisible();
  await expect(sendNow).toHaveAccessibleDescription(String(await why.textContent()));
  await page.keyboard.press('Tab');
  await expect(why).toHaveText('View analytics');
  await sendNow.dispatchEvent('click');
  await expect(why).not.toHaveText('View analytics');
});

test.describe('a toast', () => {
  test('is announced, uses the app font, stays while hovered and closes by itself', async ({ page }) => {
    await openDashboard(page);
    await expect(page.locator('[aria-live="assertive"]')).toBeEmpty();
    await page.route('**/trpc/campaigns.execute*', (route) => route.abort());
    await makeCampaign(page, 'Refused', ['1001']);
    await page.reload();
    await page.getByRole('button', { name: 'Send Now', disabled: false }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send Now' }).click();
    const toast = page.getByText('An unexpected error occurred');
    await expect(page.locator('[aria-live="assertive"]')).toHaveText('An unexpected error occurred');
    const font = (locator: typeof toast) =>
      locator.evaluate((element) => getComputedStyle(element).fontFamily);
    expect(await font(toast)).toBe(await font(page.locator('body')));
    await toast.hover();
    await expect(toast).toBeVisible();
    await page.mouse.move(10, 10);
    await expect(toast).toBeHidden();
  });

  test('that reports an error goes with its page', async ({ page }) => {
    await openDashboard(page);
    await page.route('**/trpc/campaigns.execute*', (route) => route.abort());
    await makeCampaign(page, 'Left behind', ['1001']);
    await page.reload();
    await page.getByRole('button', { name: 'Send Now', disabled: false }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send Now' }).click();
    const toast = page.getByText('An unexpected error occurred');
    // It stays as long as the pointer is on it, so that only the navigation can remove it.
    await toast.hover();
    await page.evaluate(() => {
      history.pushState(null, '', '/help');
    });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('help');
    await expect(toast).toHaveCount(0);
  });

  for (const [name, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['desktop', { width: 1440, height: 844 }],
  ] as const) {
    test(`does not cover the wizard's footer, ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      const wizard = await openWizard(page);
      await fillUpTo(wizard, 'message');
      await wizard.message.fill('Done. '.repeat(MAX_MESSAGE_LENGTH / 6));
      await page
        .getByRole('button', { name: /^Add: / })
        .first()
        .click();
      const toast = page.locator('[aria-live] p').first();
      await expect(toast).toBeVisible();
      const foot = await page.getByRole('contentinfo').boundingBox();
      const box = await toast.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
    });
  }
});
