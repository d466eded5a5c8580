import type { Browser, Page } from '@playwright/test';
import {
  fillUpTo,
  MESSAGE,
  moveTo,
  openWizard,
  openWizardAsUser,
  type WizardPage,
} from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

/** Opens /campaign as the same user in another browser. */
async function otherBrowser(browser: Browser, page: Page): Promise<WizardPage> {
  const context = await browser.newContext();
  await context.addCookies(await page.context().cookies());
  return openWizardAsUser(await context.newPage());
}

/** The draft that the server has for the user. */
async function storedDraft({ request }: Page) {
  const response = await request.get('/trpc/campaigns.drafts.get');
  const { result } = (await response.json()) as {
    result: {
      data: { draft: { content: { step: number; form: { name: string; message: string } } } | null };
    };
  };
  return result.data.draft?.content ?? null;
}
const expectStored = (page: Page, form: Record<string, string> | null) =>
  expect
    .poll(async () => (await storedDraft(page))?.form ?? null)
    .toEqual(form === null ? null : expect.objectContaining(form));

const continueDraft = ({ page }: WizardPage) => page.getByRole('button', { name: 'Continue Draft' }).click();
const notice = ({ page }: WizardPage) => page.getByText('This draft was changed elsewhere');
const nameField = ({ page }: WizardPage) => page.getByLabel('Campaign Name');

test('another browser goes on with a draft, asks for its file by name, and publishing ends it everywhere', async ({
  page,
  browser,
}) => {
  const first = await openWizard(page);
  const name = await fillUpTo(first, 'voice');
  await expectStored(page, { name, message: MESSAGE });

  const second = await otherBrowser(browser, page);
  await expect(second.page.getByText(name)).toBeVisible();
  await continueDraft(second);
  await expect(second.dialog).toContainText('Choose contacts-outcomes.csv again');
  await second.dialog.getByRole('button', { name: 'Okay' }).click();
  await second.heading('Upload your contact list');
  await second.upload('contacts-outcomes.csv');
  await expect(second.page.getByText(/^9 contacts, /)).toBeVisible();
  await second.next();
  await expect(second.message).toHaveValue(/it is Ana of Maple/);
  await second.next();
  for (const step of ['schedule', 'review'] as const) await moveTo(second, step, { name });
  await second.page.getByRole('button', { name: 'Publish Campaign' }).click();
  await second.heading('Your campaign is scheduled');
  await expectStored(page, null);

  await page.getByRole('radio').first().click();
  await expect(notice(first)).toBeVisible();
  await expect(page.getByText('It was published or discarded in another tab or browser.')).toBeVisible();
  await page.reload();
  await first.heading("Let's get your campaign design started!");
  await expect(page.getByText(name)).toHaveCount(0);
  expect((await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`)).status()).toBe(
    200,
  );
});

test(
  'of two browsers that change a draft the newer one wins, and the other is told and decides',
  { tag: '@long' },
  async ({ page, browser }) => {
    const first = await openWizard(page);
    await fillUpTo(first, 'name');
    await nameField(first).fill('Spring');
    await expectStored(page, { name: 'Spring' });
    const second = await otherBrowser(browser, page);
    await continueDraft(second);
    await expect(nameField(second)).toHaveValue('Spring');
    await nameField(second).fill('Summer');
    await expectStored(page, { name: 'Summer' });

    await nameField(first).fill('Autumn');
    await expect(notice(first)).toBeVisible();
    await expectStored(page, { name: 'Summer' });
    await page.getByRole('button', { name: 'Use the newer one' }).click();
    await expect(nameField(first)).toHaveValue('Summer');
    await expect(notice(first)).toHaveCount(0);

    await nameField(first).fill('Winter');
    await expectStored(page, { name: 'Winter' });
    await nameField(second).fill('Summer sale');
    await expect(notice(second)).toBeVisible();
    await second.page.getByRole('button', { name: 'Keep this one' }).click();
    await expectStored(page, { name: 'Summer sale' });
  },
);

test(
  'a draft that is cancelled without a connection is not offered again',
  { tag: '@long' },
  async ({ page, browser }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'name');
    await nameField(wizard).fill('Gone');
    await expectStored(page, { name: 'Gone' });
    await page.route('**/trpc/campaigns.drafts.discard*', (route) => route.abort());
    await page.getByRole('button', { name: 'Close' }).click();
    await wizard.dialog.getByRole('button', { name: 'Yes' }).click();
    await expect(page).not.toHaveURL('/campaign');
    await expectStored(page, { name: 'Gone' });
    await page.unroute('**/trpc/campaigns.drafts.discard*');
    await openWizardAsUser(page);
    await expectStored(page, null);
    await expect(page.getByText('Gone')).toHaveCount(0);
    const other = await otherBrowser(browser, page);
    await expect(other.page.getByText('Gone')).toHaveCount(0);
  },
);

test(
  'a slow or failing server holds up nobody, and keeps what is typed',
  { tag: '@long' },
  async ({ page }) => {
    const wizard = await openWizard(page);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/trpc/campaigns.drafts.save*', async (route) => {
      await held;
      // The reload has ended some of them.
      await route.abort().catch(() => undefined);
    });
    const name = await fillUpTo(wizard, 'message');
    await wizard.message.fill('Hello from Maple');
    await page.reload();
    await continueDraft(wizard);
    await expect(wizard.message).toHaveValue('Hello from Maple');
    letGo();
    await page.unroute('**/trpc/campaigns.drafts.save*');
    await wizard.message.fill('Hello again');
    await expectStored(page, { name, message: 'Hello again' });
  },
);

test('the wizard is left with the draft kept', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'name');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(wizard.dialog).toContainText('All progress will be lost.');
  await expect(wizard.dialog.getByRole('button', { name: 'Keep the Draft' })).toHaveCount(0);
  await wizard.dialog.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByLabel('Campaign Name').fill('Kept for later');
  await page.getByRole('button', { name: 'Close' }).click();
  await wizard.dialog.getByRole('button', { name: 'Keep the Draft' }).click();
  await expect(page).not.toHaveURL('/campaign');
  const again = await openWizardAsUser(page);
  await continueDraft(again);
  await expect(page.getByLabel('Campaign Name')).toHaveValue('Kept for later');
  await page.getByRole('button', { name: 'Close' }).click();
  await wizard.dialog.getByRole('button', { name: 'Yes' }).click();
});
