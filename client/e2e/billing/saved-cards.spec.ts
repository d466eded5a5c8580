import type { Page } from '@playwright/test';
import { DAY_MS } from '#shared/time-units.ts';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import {
  CARDS,
  makeDefault,
  registerUser,
  saveCard,
  subscribe,
  typeCard,
} from '#client/e2e/support/billing.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Saved cards' }).getByRole('listitem');
const row = (page: Page, last4: string) => rows(page).filter({ hasText: last4 });

async function addCard(page: Page, number: string, expiry = '12 / 34'): Promise<void> {
  await page.getByRole('button', { name: 'Add New Card' }).click();
  await typeCard(page, number);
  await page.getByLabel('Expiration date').fill(expiry);
  await page.getByRole('button', { name: 'Save Card' }).click();
}

test('cards show when they expire, one click makes one the default, and one is removed after a password', async ({
  page,
  hark,
}) => {
  await registerUser(page, 'cards');
  await subscribe(page, 'launch');
  await page.getByRole('button', { name: 'Change Payment Method' }).click();
  const onlyOne = page.getByRole('button', { name: /Remove Visa ending in 4242/ });
  await expect(onlyOne).toHaveAttribute('aria-disabled', 'true');

  const now = new Date();
  const month = String(now.getUTCMonth() + 1).padStart(2, '0');
  const year = String(now.getUTCFullYear() % 100).padStart(2, '0');
  await addCard(page, CARDS.authenticates, `${month} / ${year}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('form', { name: 'New card' })).toBeHidden();
  await page.getByRole('button', { name: 'Change Payment Method' }).click();
  await expect(row(page, '3184').getByText('Default', { exact: true })).toBeVisible();

  await row(page, '4242').getByRole('button', { name: 'Make Default' }).click();
  await expect(row(page, '4242').getByText('Default', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'saved cards');

  await forgetAuthentication(hark);
  await page.getByRole('button', { name: 'Remove Visa ending in 3184' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Visa ending in 3184?' });
  await question.getByRole('button', { name: 'Remove card' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByLabel('Your password').fill('a good long password');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Visa ending in 3184 was removed.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/profile/security');
  for (const event of ['added', 'removed'])
    await expect(page.getByText(`Card ${event}: Visa ending in 3184`)).toBeVisible();
});

test(
  'the checkout preselects the default card, whichever was saved first',
  { tag: '@long' },
  async ({ page }) => {
    await registerUser(page, 'default-card');
    const ids = new Map([
      ['4242', await saveCard(page, CARDS.pays)],
      ['0341', await saveCard(page, CARDS.savesOnly)],
    ]);
    for (const [last4, id] of ids) {
      await makeDefault(page, id);
      await page.goto('/billing');
      await page.getByRole('button', { name: 'Get Started' }).click();
      await expect(
        page.getByRole('radio', { name: new RegExp(`ending in ${last4}.*Default`) }),
      ).toBeChecked();
    }
  },
);

test('the same card saved again is one, and an expired one is marked', { tag: '@long' }, async ({ page }) => {
  await registerUser(page, 'same-card');
  await subscribe(page, 'launch');
  const now = new Date();
  const month = String(now.getUTCMonth() + 1).padStart(2, '0');
  await addCard(page, CARDS.pays, `${month} / ${String(now.getUTCFullYear() % 100).padStart(2, '0')}`);
  await expect(page.getByRole('form', { name: 'New card' })).toBeHidden();
  await page.getByRole('button', { name: 'Change Payment Method' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByText('Default', { exact: true })).toBeVisible();
  const lastDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0);
  for (const [time, mark] of [
    [lastDay, 'Expires soon'],
    [lastDay + DAY_MS, 'Expired'],
  ] as const) {
    await page.clock.setFixedTime(time);
    await page.getByRole('button', { name: 'Change Payment Method' }).click();
    await page.getByRole('button', { name: 'Change Payment Method' }).click();
    await expect(rows(page)).toContainText(mark);
  }
});
