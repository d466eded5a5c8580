import { appendFile, copyFile } from 'node:fs/promises';
import { fillUpTo, fixture, MESSAGE, openWizard, pickDay } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('repeated clicks publish a campaign once', async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'review');
  const overview = page.getByRole('main');
  for (const part of [name, '9 contacts', 'contacts-outcomes.csv', 'Ana, warm']) {
    await expect(overview.getByText(part).first()).toBeVisible();
  }
  await expect(page.getByText('360 credits')).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).dblclick();
  await wizard.heading('Your campaign is scheduled');
  await expect(page.getByText('360', { exact: true })).toBeVisible();

  const { campaigns } = (await (await page.request.get('/api/campaigns/')).json()) as {
    campaigns: { id: string; campaign_name: string; total: number; held: number }[];
  };
  const created = campaigns.filter(({ campaign_name }) => campaign_name === name);
  expect(created).toMatchObject([{ total: 9, held: 360 }]);

  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect((await page.request.delete(`/api/campaigns/${created[0]?.id ?? ''}/delete/`)).status()).toBe(200);
});

test('a campaign respects the chosen calls per minute', { tag: '@long' }, async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'schedule');
  const frequency = page.getByLabel('Frequency');
  await expect(frequency).toHaveValue('');
  await frequency.selectOption('Up to 10 calls a minute');
  await expect(page.getByText('9 contacts take about a minute.')).toBeVisible();
  await pickDay(page, 1);
  await page.reload();
  await page.getByRole('button', { name: 'Continue Draft' }).click();
  await expect(frequency).toHaveValue('10');
  await wizard.next();
  await expect(page.getByRole('main').getByText('Up to 10 calls a minute')).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const path = `/api/campaigns/${encodeURIComponent(name)}/`;
  const { campaign } = (await (await page.request.get(path)).json()) as { campaign: unknown };
  expect(campaign).toMatchObject({ drops_per_minute: 10 });
  expect((await page.request.delete(`${path}delete/`)).status()).toBe(200);
});

test('the publish button is busy while the campaign is created', { tag: '@long' }, async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'review');
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/campaigns/create/', async (route) => {
    await held;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  const busy = page.getByRole('button', { name: 'Creating Campaign...' });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  for (const name of ['Back', 'Close']) {
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await page.goBack();
  await expect(busy).toBeVisible();
  letGo();
  await expect(
    wizard.dialog.getByText('No response from server. Please check if the backend is running.'),
  ).toBeVisible();
});

test('a lost response is retried, and the campaign is created once', async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'review');
  await page.route('**/api/campaigns/create/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog.getByText(/^No response from server/)).toBeVisible();
  await page.unroute('**/api/campaigns/create/');
  await wizard.dialog.getByRole('button', { name: 'Try again' }).click();
  await wizard.heading('Your campaign is scheduled');
  expect((await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`)).status()).toBe(
    200,
  );
});

test('a file changed after validation must be chosen again', { tag: '@long' }, async ({ page }, info) => {
  const wizard = await openWizard(page);
  const list = info.outputPath('list.csv');
  await copyFile(fixture('contacts-outcomes.csv'), list);
  await fillUpTo(wizard, 'upload');
  await page.setInputFiles('input[type=file]', list);
  await expect(page.getByText('9 contacts, ')).toBeVisible();
  await wizard.next();
  await wizard.message.fill(MESSAGE);
  await wizard.next();
  await page.getByRole('radio').first().click();
  await wizard.next();
  await pickDay(page, 1);
  await wizard.next();
  await appendFile(list, '\n');
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog.getByText('The file could not be read. Please choose it again.')).toBeVisible();
  await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
  await wizard.heading('Upload your contact list');
});

test(
  'a name that is already used is reported and can be changed without losing input',
  { tag: '@long' },
  async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'review', { name: 'Spring open house' });
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    await expect(wizard.dialog.getByText(/^Campaign creation failed: .*Spring open house/)).toBeVisible();
    await wizard.dialog.getByRole('button', { name: 'Change the name' }).click();
    await expect(page.getByLabel('Campaign Name')).toHaveValue('Spring open house');
  },
);

test('insufficient credits are reported before and after publishing', async ({ page }) => {
  const wizard = await openWizard(page);
  const rows = Array.from({ length: 3_000 }, (_, index) => {
    const phone = String(12_025_000_000 + index);
    return `${String(index)},Ann,Lee,+${phone},${phone}`;
  });
  const text = ['id,FirstName,LastName,PhoneNumber,RecommendedPhone', ...rows].join('\n');
  await fillUpTo(wizard, 'upload');
  await page.setInputFiles('input[type=file]', {
    name: 'many.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await expect(
    page.getByText(/^Not enough credits: [\d,]+ needed, [\d,]+ available, [\d,]+ short/),
  ).toBeVisible();
  await wizard.next();
  await wizard.message.fill(MESSAGE);
  await wizard.next();
  await page.getByRole('radio').first().click();
  await wizard.next();
  await pickDay(page, 1);
  await wizard.next();
  const publish = page.getByRole('button', { name: 'Publish Campaign' });
  await expect(publish).toBeDisabled();
  await expect(publish).toHaveAccessibleDescription(/^You are [\d,]+ credits short$/);

  // Credits that were there when the cost was quoted.
  await page.route('**/trpc/**campaigns.quote**', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/"balanceAfter":-\d+/, '"balanceAfter":0');
    await route.fulfill({ response, body: text });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await publish.click();
  await expect(
    wizard.dialog.getByText(
      /^Campaign creation failed: Insufficient credits: [\d,]+ needed, [\d,]+ available$/,
    ),
  ).toBeVisible();
  await expect(wizard.dialog.getByRole('link', { name: 'Go to Subscription' })).toHaveAttribute(
    'href',
    '/billing',
  );
});

test('a user without a plan is sent to the plans', async ({ page }) => {
  const email = `no-plan-${String(Date.now())}@example.com`;
  const data = { email, password: 'correct horse', display_name: 'Nora Plan', phone: '2025550100' };
  expect((await page.request.post('/register/', { data })).status()).toBe(201);
  await page.goto('/campaign');
  await expect(page).toHaveURL('/billing');
});

test.describe('the draft', () => {
  test('survives a reload with its file and resumes at the same step', async ({ page }) => {
    const wizard = await openWizard(page);
    const name = await fillUpTo(wizard, 'review');
    await page.reload();
    await expect(page.getByText(name)).toBeVisible();
    await page.getByRole('button', { name: 'Continue Draft' }).click();
    await wizard.heading('Campaign Overview');
    await expect(page.getByText('9 contacts').first()).toBeVisible();
    await expect(
      page.getByRole('complementary').getByText('Hi Charles, it is Ana of Maple in Miami.'),
    ).toBeVisible();
  });

  test(
    'is kept when the browser leaves the wizard, and offered on return',
    { tag: '@long' },
    async ({ page }) => {
      const wizard = await openWizard(page);
      await page.goto('/dashboard');
      await page.goto('/campaign');
      const name = await fillUpTo(wizard, 'message');
      await page.goto('/dashboard');
      await page.goBack();
      await expect(page.getByText(name)).toBeVisible();
      await page.getByRole('button', { name: 'Continue Draft' }).click();
      await expect(wizard.message).toBeVisible();
      await page.goBack();
      await wizard.heading("Let's get your campaign design started!");
      // History entries of the previous visit are skipped.
      await page.goBack();
      await expect(page).toHaveURL('/dashboard');
    },
  );

  test('is deleted by Yes, which goes back one page, and kept by No', { tag: '@long' }, async ({ page }) => {
    const wizard = await openWizard(page);
    await page.goto('/dashboard');
    await page.goto('/campaign');
    await fillUpTo(wizard, 'upload', { name: 'Given up' });
    await wizard.upload('contacts-1k.csv');
    await expect(page.getByText('1,000 contacts')).toBeVisible();
    const ask = async (button: string) => {
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(wizard.dialog.getByRole('heading', { name: 'Cancel Campaign?' })).toBeVisible();
      await expect(
        wizard.dialog.getByText('Are you sure you want to cancel? All progress will be lost.'),
      ).toBeVisible();
      await wizard.dialog.getByRole('button', { name: button, exact: true }).click();
    };
    await ask('No');
    await expect(page.getByText('1,000 contacts')).toBeVisible();
    await ask('Yes');
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/campaign');
    await wizard.heading("Let's get your campaign design started!");
    await expect(page.getByText('Given up')).toBeHidden();
  });
});

test.describe("the browser's Back and Forward", () => {
  test('move between steps, and Yes leaves the wizard from any step', async ({ page }) => {
    const wizard = await openWizard(page);
    await page.goto('/dashboard');
    await page.goto('/campaign');
    await fillUpTo(wizard, 'voice');
    await page.goBack();
    await expect(wizard.message).toHaveValue(MESSAGE);
    await wizard.back();
    await expect(page.getByText(/^[\d,]+ contacts, /)).toBeVisible();
    await page.goForward();
    await expect(wizard.message).toBeVisible();
    await wizard.message.fill('');
    await page.goForward();
    await expect(wizard.message).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(wizard.dialog).toBeVisible();
    await page.goBack();
    await expect(wizard.dialog).toBeHidden();
    await expect(wizard.message).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await wizard.dialog.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test(
    'go to the dashboard after Yes if there is no previous page',
    { tag: '@long' },
    async ({ context }) => {
      const page = await context.newPage();
      const wizard = await openWizard(page);
      await fillUpTo(wizard, 'message');
      await page.goBack();
      await page.getByRole('button', { name: 'Close' }).click();
      await wizard.dialog.getByRole('button', { name: 'Yes', exact: true }).click();
      await expect(page).toHaveURL('/dashboard');
      expect(await page.evaluate(() => window.navigation.currentEntry?.index)).toBe(0);
    },
  );

  test('leave the wizard also after signing in again there', { tag: '@long' }, async ({ page }) => {
    const wizard = await openWizard(page);
    await page.goto('/help');
    await page.goto('/campaign');
    await fillUpTo(wizard, 'message');
    await page.context().clearCookies();
    await page.reload();
    await expect(page).toHaveURL('/auth/signin');
    await page.getByLabel('Email').fill('demo@hark.example');
    await page.getByLabel('Password', { exact: true }).fill('hear-the-demo');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/campaign');
    await page.getByRole('button', { name: 'Continue Draft' }).click();
    await expect(wizard.message).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await wizard.dialog.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(page).toHaveURL('/help');
  });

  test(
    'move from the review to the edited step and back, and never into a published draft',
    { tag: '@long' },
    async ({ page }) => {
      const wizard = await openWizard(page);
      await page.goto('/dashboard');
      await page.goto('/campaign');
      const name = await fillUpTo(wizard, 'review');
      await page.getByRole('button', { name: 'Edit Message' }).click();
      await wizard.message.fill(`Hello. ${MESSAGE}`);
      await page.goBack();
      await wizard.heading('Campaign Overview');
      await expect(page.getByRole('main')).toContainText('Hello.');
      await page
        .getByRole('list', { name: 'Steps' })
        .getByRole('button', { name: /^Message/ })
        .click();
      await wizard.message.fill(`Hello again. ${MESSAGE}`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await wizard.heading('Campaign Overview');
      await expect(page.getByRole('main')).toContainText('Hello again.');
      await page.getByRole('button', { name: 'Publish Campaign' }).click();
      await wizard.heading('Your campaign is scheduled');
      await page.goForward();
      await wizard.heading('Your campaign is scheduled');
      await page.goBack();
      await expect(page).toHaveURL('/dashboard');
      const path = `/api/campaigns/${encodeURIComponent(name)}/`;
      expect((await page.request.delete(`${path}delete/`)).status()).toBe(200);
    },
  );
});

test('a file can be dropped, and only .csv is accepted', { tag: '@long' }, async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'upload');
  const drop = async (name: string) => {
    const transfer = await page.evaluateHandle((fileName) => {
      const data = new DataTransfer();
      const text = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone\n1,Ann,Lee,+12025550100,12025550100\n';
      data.items.add(new File([text], fileName, { type: 'text/csv' }));
      return data;
    }, name);
    await page
      .getByText('Drag and drop your CSV file here')
      .dispatchEvent('drop', { dataTransfer: transfer });
  };
  await drop('list.xlsx');
  await expect(wizard.dialog.getByText('Please upload a valid CSV file')).toBeVisible();
  await page.keyboard.press('Escape');
  await drop('list.csv');
  await expect(page.getByText('1 contact, ')).toBeVisible();
  await page.setInputFiles('input[type=file]', fixture('contacts-1k.csv'));
  await expect(page.getByText('1,000 contacts')).toBeVisible();
});
