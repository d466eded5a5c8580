import type { Browser, Page } from '@playwright/test';
import { listDrafts } from '#client/e2e/support/campaigns.ts';
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

/** The latest draft that the server has for the user. */
async function storedDraft(page: Page) {
  const [latest] = await listDrafts(page);
  if (latest === undefined) return null;
  const input = encodeURIComponent(JSON.stringify({ id: latest.id }));
  const response = await page.request.get(`/trpc/campaigns.drafts.get?input=${input}`);
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

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const expectListed = (page: Page, names: string[]) =>
  expect.poll(async () => (await listDrafts(page)).map(({ name }) => name)).toEqual(names);

test('two drafts are kept and listed, each goes on, and publishing or deleting one leaves the other', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'review');
  await expectListed(page, [name]);
  await openWizardAsUser(page);
  await expect(page.getByText('A new campaign starts beside this draft')).toBeVisible();
  await page.getByRole('button', { name: "Let's Start" }).click();
  await nameField(wizard).fill('Second draft');
  await expectListed(page, ['Second draft', name]);

  await page.goto('/campaigns');
  await page.getByRole('button', { name: /^Drafts\s*2$/ }).click();
  await expect(page).toHaveURL('/campaigns?show=drafts');
  await expect(rowOf(page, name)).toContainText('Review');
  await expect(rowOf(page, name)).toContainText('9');
  await expect(rowOf(page, 'Second draft')).toContainText('Name');
  // Anywhere in the row.
  await rowOf(page, 'Second draft').locator('time').click({ force: true });
  await expect(nameField(wizard)).toHaveValue('Second draft');
  await nameField(wizard).fill('Second draft, changed');
  await expectListed(page, ['Second draft, changed', name]);

  await page.goto('/campaigns?show=drafts');
  await page.getByRole('link', { name }).click();
  await wizard.heading('Campaign Overview');
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  await expectListed(page, ['Second draft, changed']);

  await page.goto('/campaigns?show=drafts');
  await page.getByRole('button', { name: 'Delete Second draft, changed' }).click();
  await wizard.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No drafts')).toBeVisible();
  await expectListed(page, []);
  await page.goto('/campaign?draft=gone');
  await expect(page.getByText('That draft was published or deleted.')).toBeVisible();
  await expect(page).toHaveURL('/campaigns?show=drafts');
  const path = `/api/campaigns/${encodeURIComponent(name)}/delete/`;
  expect((await page.request.delete(path)).status()).toBe(200);
});

test('two tabs that publish one draft make one campaign', async ({ page }) => {
  const first = await openWizard(page);
  const name = await fillUpTo(first, 'review');
  await expectListed(page, [name]);
  const [draft] = await listDrafts(page);
  const other = await page.context().newPage();
  await other.goto(`/campaign?draft=${draft?.id ?? ''}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Campaign Overview' })).toBeVisible();
  await Promise.all(
    [page, other].map((tab) => tab.getByRole('button', { name: 'Publish Campaign' }).click()),
  );
  const scheduled = (tab: Page) => tab.getByRole('heading', { name: 'Your campaign is scheduled' });
  const retried = async (tab: Page) => {
    // The second request may find the first one still at work.
    const again = tab.getByRole('button', { name: 'Try again' });
    await expect(scheduled(tab).or(again)).toBeVisible();
    if (await again.isVisible()) await again.click();
    await expect(scheduled(tab)).toBeVisible();
  };
  for (const tab of [page, other]) await retried(tab);
  const response = await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/status/`);
  expect(await response.json()).toMatchObject({ total: 9 });
  const found = await page.request.get(
    `/trpc/campaigns.group?input=${encodeURIComponent(JSON.stringify({ search: name }))}`,
  );
  expect(JSON.stringify(await found.json()).split(`"name":"${name}"`)).toHaveLength(2);
  await expectListed(page, []);
  const path = `/api/campaigns/${encodeURIComponent(name)}/delete/`;
  expect((await page.request.delete(path)).status()).toBe(200);
});
