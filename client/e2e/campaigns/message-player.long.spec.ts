import type { Page } from '@playwright/test';
import { DEMO_CAMPAIGN, signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, MESSAGE, moveTo, openWizard, type WizardPage } from '#client/e2e/support/wizard.ts';

/** The part of a screen that plays the message. */
function player(page: Page) {
  const section = page.getByRole('region', { name: 'Hear this message' });
  return {
    section,
    hear: section.getByRole('button', { name: 'Hear this message' }),
    pause: section.getByRole('button', { name: 'Pause the message' }),
    position: section.getByRole('slider', { name: 'Position in the message' }),
    progress: section.getByRole('progressbar', { name: 'Speaking the message' }),
    again: section.getByRole('button', { name: 'Try again' }),
  };
}

/** Changes the message of a wizard at the voice step and returns there. */
async function changeMessage(wizard: WizardPage, message: string, { override = false } = {}): Promise<void> {
  await wizard.back();
  await wizard.message.fill(message);
  if (override) await wizard.page.getByRole('checkbox', { name: /^Keep it/ }).check();
  await wizard.next();
  await wizard.heading('Select Voice');
}

/** Shows one more voice than the demo account has. */
async function addOtherVoice(page: Page): Promise<void> {
  await page.route('**/trpc/*voices.list*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { data: { voices?: object[] } } }[];
    for (const { result } of body)
      result.data.voices?.push({ ...result.data.voices[0], vid: 'b', title: 'Bea' });
    await route.fulfill({ response, json: body });
  });
}

test('the message is heard in the chosen voice, for any contact, before the campaign is published', async ({
  page,
}) => {
  await addOtherVoice(page);
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'voice');
  await page.getByRole('button', { name: 'Play a sample of Ana, warm' }).click();
  const sample = page.getByRole('button', { name: 'Pause a sample of Ana, warm' });
  await expect(sample).toBeVisible();
  await page.getByRole('radio', { name: 'Ana, warm' }).click();
  const { section, hear, pause, position } = player(page);
  await hear.click();
  await expect(pause).toBeVisible();
  // One sound at a time.
  await expect(sample).toHaveCount(0);
  // Fifteen words at the pace of the local voice.
  await expect(section.getByText('The message takes 7 seconds.')).toBeAttached();
  await pause.click();
  await expect(position).toBeVisible();

  // Not what was spoken in the other voice.
  await page.getByRole('radio', { name: 'Bea' }).click();
  await expect(section.getByText('Hear this message in this voice')).toBeVisible();
  await page.getByRole('radio', { name: 'Ana, warm' }).click();

  const begun = page.waitForRequest('**/trpc/previews.begin*');
  await page.getByRole('button', { name: 'Next contact' }).click();
  await expect(section.getByText('Hear this message in this voice')).toBeVisible();
  await hear.click();
  expect((await begun).postData()).toContain('Linda');
  await expect(pause).toBeVisible();

  await wizard.next();
  await moveTo(wizard, 'review', { name: 'unused' });
  await expect(section.getByText('Ana, warm')).toBeVisible();
  await expect(pause.or(hear)).toBeVisible();
});

test('progress, a message that is too long, and a failure that can be tried again', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'voice');
  await page.getByRole('radio', { name: 'Ana, warm' }).click();
  const { section, hear, pause, progress, again } = player(page);

  await changeMessage(wizard, `Slow: ${MESSAGE}`);
  await hear.click();
  await expect(progress).toBeVisible();
  await expect(pause).toBeVisible();

  await changeMessage(wizard, `${MESSAGE} ${'word '.repeat(200)}`, { override: true });
  await hear.click();
  await expect(section.getByText('The message takes 87 seconds.')).toBeAttached();
  // Its length was accepted where the message was written.
  await expect(section.getByText('This message takes 87 seconds')).toHaveCount(0);
  await pause.click();

  await changeMessage(wizard, `Busy: ${MESSAGE} ${String(Date.now())}`);
  await hear.click();
  await expect(section.getByRole('alert')).toContainText('The message cannot be spoken at the moment.');
  await again.click();
  await expect(pause).toBeVisible();

  await changeMessage(wizard, `Refused: ${MESSAGE}`);
  await hear.click();
  await expect(section.getByRole('alert')).toContainText(
    'This message cannot be spoken: The local voice service refuses this text.',
  );
  await page.route('**/trpc/previews.begin*', (route) => route.abort());
  await again.click();
  await expect(section.getByRole('alert')).toContainText(
    'The message could not be spoken. Please try again.',
  );
});

test('a link that has expired is renewed when the message is played', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'voice');
  await page.getByRole('radio', { name: 'Ana, warm' }).click();
  let refused = 0;
  await page.route(
    '**/local/objects/previews/**',
    async (route) => {
      refused += 1;
      await route.fulfill({ status: 403, contentType: 'application/json', body: '{}' });
    },
    { times: 1 },
  );
  const { section, hear, pause } = player(page);
  await hear.click();
  await expect.poll(() => refused).toBe(1);
  await expect(pause).toBeVisible();

  await changeMessage(wizard, `${MESSAGE} Bye.`);
  await page.route('**/local/objects/previews/**', (route) => route.fulfill({ status: 403, body: '' }));
  await hear.click();
  await expect(section.getByRole('alert')).toContainText('The message could not be played.');
});

test('the details of a campaign play its message for each contact', async ({ page }) => {
  await signInDemo(page);
  await page.goto(`/analytics/details/${encodeURIComponent(DEMO_CAMPAIGN)}?tab=message`);
  const { hear, pause } = player(page);
  await hear.click();
  await expect(pause).toBeVisible();
  const text = page.getByRole('region', { name: 'What they hear' });
  const first = await text.innerText();
  await page.getByRole('button', { name: 'Next contact' }).click();
  await expect.poll(() => text.innerText()).not.toBe(first);
  const begun = page.waitForRequest('**/trpc/previews.beginOfCampaign*');
  await hear.click();
  expect((await begun).postData()).toContain('"contact":2');
  await expect(pause).toBeVisible();
});
