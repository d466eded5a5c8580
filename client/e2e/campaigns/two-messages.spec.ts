import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, MESSAGE, openWizard } from '#client/e2e/support/wizard.ts';

const SECOND = MESSAGE.replace('it is Ana', 'it is Bea');

test('a list is divided between two messages, and a campaign whose answer was lost is found', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'review');
  await page.getByRole('button', { name: 'Edit Message' }).click();
  await page.getByRole('button', { name: 'Try a second message' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Both messages are the same.');
  await page.getByRole('button', { name: 'Okay' }).click();
  const editor = page.getByRole('textbox', { name: 'Message' });
  await editor.fill(SECOND);
  await page.getByRole('button', { name: 'Message 1' }).click();
  await expect(editor).toHaveValue(MESSAGE);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await wizard.heading('Campaign Overview');
  await expect(page.getByText(SECOND)).toBeVisible();

  // A reload keeps both.
  await page.reload();
  await page.getByRole('button', { name: 'Continue Draft' }).click();
  await expect(page.getByText(SECOND)).toBeVisible();

  let requests = 0;
  await page.route('**/api/campaigns/create/**', async (route) => {
    requests += 1;
    if (requests !== 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(page.getByRole('dialog')).toContainText(`“${name}” is scheduled with message 1`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await wizard.heading('Your campaigns are scheduled');
  expect(requests).toBe(2);

  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: /^Compare with “/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
});

test('a draft whose first half is scheduled schedules the second alone, also after a reload', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'review');
  await page.getByRole('button', { name: 'Edit Message' }).click();
  await page.getByRole('button', { name: 'Try a second message' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(SECOND);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await wizard.heading('Campaign Overview');

  const parts: (string | undefined)[] = [];
  await page.route('**/api/campaigns/create/**', (route) => {
    parts.push(/"part":([12])/.exec(route.request().postData() ?? '')?.[1]);
    return parts.length === 2 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(page.getByRole('dialog')).toContainText(`“${name}” is scheduled with message 1`);

  await page.reload();
  await page.getByRole('button', { name: 'Continue Draft' }).click();
  await expect(page.getByText(`“${name}” is scheduled with message 1`, { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who is called' })).toContainText(
    /In the half that hears the other message: \d/,
  );
  await expect(page.getByText('nobody calls those')).toBeHidden();
  // A change makes another request of it, but no other first half.
  await expect(page.getByText(MESSAGE)).toBeHidden();
  await page.getByRole('button', { name: 'Edit Contacts' }).click();
  await expect(page.getByText('To call other people, begin a new campaign.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await wizard.heading('Campaign Overview');
  await page.getByRole('button', { name: 'Edit Message' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(`${SECOND} Goodbye.`);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaigns are scheduled');
  expect(parts).toEqual(['1', '2', '2']);
});
