import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { CARDS, openPayment, registerUser, subscribe, typeCard } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful!' });
const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Payment' });

test('a new card becomes the default, and the plan can be cancelled and kept', async ({ page }) => {
  await registerUser(page, 'manage');
  await subscribe(page, 'dominate');
  await page.getByRole('button', { name: 'Add New Card' }).click();
  await typeCard(page, CARDS.declined);
  await page.getByRole('button', { name: 'Save Card' }).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await typeCard(page, CARDS.authenticates);
  await page.getByRole('button', { name: 'Save Card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Visa ending in 3184')).toBeVisible();

  await page.getByRole('button', { name: 'Change Payment Method' }).click();
  await chooseCard(page, '4242');
  await expect(defaultBadge(page, '4242')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText('Your Dominate plan ends on')).toBeVisible();
  // Choosing a card refetches the subscription, and so does each live event of it; a slow response must not undo
  // "Keep my plan".
  const slow = await holdResponses(page, 'billing.subscription');
  await chooseCard(page, '3184');
  await expect.poll(slow.held).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await expect(page.getByText('Your Dominate plan ends on')).toBeHidden();
  await slow.release();
  await expect(defaultBadge(page, '3184')).toBeVisible();
  await expect(page.getByText('Your Dominate plan ends on')).toBeHidden();
});

/** The row of a saved card in the open list. */
const cardRow = (page: Page, last4: string) =>
  page.getByRole('list', { name: 'Saved cards' }).getByRole('listitem').filter({ hasText: last4 });

/** The badge of the default card, if it is this one. */
const defaultBadge = (page: Page, last4: string) =>
  cardRow(page, last4).getByText('Default', { exact: true });

/** Makes a saved card the one that pays. */
async function chooseCard(page: Page, last4: string): Promise<void> {
  await cardRow(page, last4).getByRole('button', { name: 'Make Default' }).click();
}

/** Holds back the responses to queries whose URL has `part`. `held` returns how many the server has sent. */
async function holdResponses(page: Page, part: string) {
  const hold = new EventEmitter();
  const released = once(hold, 'released');
  let held = 0;
  await page.route(`**/*${part}*`, async (route) => {
    const response = await route.fetch();
    held += 1;
    await released;
    await route.fulfill({ response });
  });
  return {
    held: () => held,
    release: async () => {
      const received = page.waitForEvent('requestfinished', {
        predicate: (request) => request.url().includes(part),
      });
      hold.emit('released');
      await received;
      // The page handles the response before its next frame but one.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
    },
  };
}

test('a plan that has ended can be bought again with a saved card', { tag: '@long' }, async ({ page }) => {
  const email = await registerUser(page, 'again');
  await openPayment(page, 'Launch');
  await typeCard(page, CARDS.authenticates);
  await complete(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await success(page).getByRole('link', { name: 'Back to Billing' }).click();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText('Your Launch plan ends on')).toBeVisible();
  await page.request.post('/local/stripe/advance', { data: { email, days: 31 } });
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(credits(page)).toContainText('20,000');

  await page.getByRole('radio', { name: 'Scale' }).click();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByRole('radio', { name: /ending in 3184/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Use a new payment method' })).toBeVisible();
  await complete(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await success(page).getByRole('link', { name: 'Back to Billing' }).click();
  await expect(page.getByRole('group', { name: 'Current Plan' })).toContainText('Scale');
  await expect(credits(page)).toContainText('80,000');
});

test('axe finds nothing on the billing screens', { tag: '@long' }, async ({ page }) => {
  await registerUser(page, 'axe');
  await page.goto('/billing');
  await expect(page.getByRole('radio', { name: 'Scale' })).toBeChecked();
  await expectNoViolations(page, page.url());
  await openPayment(page, 'Launch');
  await complete(page).click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expectNoViolations(page, page.url());
  await typeCard(page, CARDS.pays);
  await complete(page).click();
  await expect(success(page)).toBeVisible();
  await expectNoViolations(page, page.url());
  await success(page).getByRole('link', { name: 'Back to Billing' }).click();
  await page.getByRole('button', { name: 'Add New Card' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectNoViolations(page, page.url());
});
