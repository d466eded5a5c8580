import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { CARDS, registerUser, subscribe, typeCard } from '#client/e2e/support/billing.ts';
import { mailTo } from '#client/e2e/support/outbox.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Buy credits' });

test('credits are bought in three clicks, and with a card that the bank asks about', async ({ page }) => {
  const email = await registerUser(page, 'packs');
  await subscribe(page, 'launch');
  await page.getByRole('button', { name: 'Change Payment Method' }).click();
  await page.getByRole('button', { name: 'Add New Card' }).click();
  await typeCard(page, CARDS.authenticates);
  await page.getByRole('button', { name: 'Save Card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('form', { name: 'New card' })).toBeHidden();

  await page.getByRole('button', { name: 'Buy Credits' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^10,000 credits/ })
    .click();
  await expect(dialog(page).getByRole('radio', { name: /^10,000 credits/ })).toContainText('$100');
  await expectNoViolations(page, 'buy credits');
  await dialog(page).getByRole('radio', { name: /4242/ }).click();
  await dialog(page).getByRole('button', { name: 'Pay $100' }).dblclick();
  await expect(page.getByText('10,000 credits added. Your balance is 30,000.')).toBeVisible();
  await expect(credits(page)).toContainText('30,000');
  const bought = page.getByRole('row').filter({ hasText: '10,000 credits' });
  await expect(bought).toHaveCount(1);
  await expect(bought).toContainText('Paid');
  expect((await mailTo(page.request, email, 'We added 10,000 credits')).links).toHaveLength(1);

  await page.getByRole('button', { name: 'Buy Credits' }).click();
  await dialog(page).getByRole('radio', { name: /3184/ }).click();
  const order = page.waitForResponse('**/trpc/billing.buyCredits*');
  await dialog(page).getByRole('button', { name: 'Pay $50' }).click();
  const [answer] = (await (await order).json()) as { result: { data: { paymentIntentId: string } } }[];
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('5,000 credits added.')).toBeVisible();
  await expect(credits(page)).toContainText('35,000');

  // A bank that leads away leads back here.
  const intent = answer?.result.data.paymentIntentId ?? '';
  await page.goto(`/billing?payment_intent=${intent}&redirect_status=succeeded`);
  await expect(page.getByRole('heading', { name: 'Subscription Management' })).toBeVisible();
  await expect(page).toHaveURL(/\/billing$/);
});

test('credits are bought automatically once it is turned on, to which the purchase leads', async ({
  page,
}) => {
  const email = await registerUser(page, 'automatic');
  await subscribe(page, 'launch');
  const panel = page.getByRole('region', { name: 'Automatic purchase' });
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Set up automatic purchase' }).click();
  await expect(panel).toBeInViewport();
  await panel.getByRole('button', { name: 'Set up' }).click();
  const settings = page.getByRole('dialog', { name: 'Automatic purchase' });
  await settings.getByLabel('Buy below').fill('20,001');
  await settings.getByLabel('At most').selectOption('1');
  await expect(settings.getByText('so the first are bought within a minute')).toBeVisible();
  await expectNoViolations(page, 'automatic purchase');
  await settings.getByRole('button', { name: 'Turn on' }).click();
  await expect(panel).toContainText('Hark buys 5,000 credits for $50, at most once a month.');
  expect((await mailTo(page.request, email, 'We added 5,000 credits')).links).toHaveLength(1);
  await page.reload();
  await expect(credits(page)).toContainText('25,000');
  await expect(panel).toContainText('Bought this month: 1 of 1.');
  await panel.getByRole('button', { name: 'Turn off' }).click();
  await expect(panel.getByRole('button', { name: 'Set up' })).toBeVisible();
});
