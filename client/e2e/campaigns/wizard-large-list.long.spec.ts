import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { FULL } from '#server/testing/full.ts';
import { serverMemory } from '#client/e2e/support/server-memory.ts';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { adjustCredits } from '#client/e2e/support/credits.ts';
import { fillUpTo, introduceSender, openWizardAsUser } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const CONTACTS = FULL ? 100_000 : 25_000;
const SHOWN = CONTACTS.toLocaleString('en-US');
/** Maximum memory growth of the server during the upload: a file of 80 bytes a contact, read as a stream. */
const MAX_GROWTH_MB = 200;
/** The longest time between two frames: a busy machine skips some, a page that reads the list by itself skips all. */
const MAX_GAP_MS = 5_000;
/** 400 calls of Launch's allowance at 50 credits, the others at 65. */
const HELD = 400 * 50 + (CONTACTS - 400) * 65;
const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,City,State,Zipcode,Country';

test(`a list of ${SHOWN} contacts is scheduled while the page stays responsive`, async ({
  page,
  hark,
}, info) => {
  test.setTimeout(240_000);
  const email = await registerUser(page, 'large');
  await subscribe(page, 'launch');
  await adjustCredits(hark, email, 10_000_000, 'A big list');
  await uploadVoice(page);
  const file = info.outputPath('contacts.csv');
  await writeFile(file, [HEADER, ...Array.from({ length: CONTACTS }, (_, index) => rowOf(index))].join('\n'));

  await introduceSender(page);
  const wizard = await openWizardAsUser(page);
  await recordFrames(page);
  const memory = serverMemory(hark.pid);
  expect(memory !== undefined || process.platform !== 'linux', 'the server is found').toBe(true);
  const idle = memory?.begin() ?? 0;
  const begun = performance.now();
  const name = await fillUpTo(
    { ...wizard, upload: () => page.setInputFiles('input[type=file]', file) },
    'review',
  );
  await expect(page.getByText(`${SHOWN} contacts`, { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  const scheduled = page.getByRole('heading', { name: 'Your campaign is scheduled' });
  await expect(scheduled).toBeVisible({ timeout: 60_000 });
  const seconds = (performance.now() - begun) / 1_000;
  const longest = await page.evaluate(() => Number(document.documentElement.dataset['longestGap']));
  const growth = (memory?.peak() ?? 0) - idle;
  info.annotations.push({
    type: 'measurements',
    description:
      `${seconds.toFixed(1)} s; longest time between two frames ${longest.toFixed(0)} ms; ` +
      `server ${idle.toFixed(0)} MB, at the most ${growth.toFixed(0)} MB more`,
  });
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(MAX_GAP_MS);
  if (memory !== undefined) expect(growth).not.toBe(0);
  expect(growth).toBeLessThan(MAX_GROWTH_MB);

  await page.getByRole('button', { name: 'Done' }).click();
  const campaign = page.getByRole('row').filter({ hasText: name });
  await expect(campaign).toContainText('Scheduled');
  await expect(campaign).toContainText(`${SHOWN} contacts`);
  const { held } = (await (await page.request.get('/dropcowboy/credits/')).json()) as { held: number };
  expect(held).toBe(HELD);
});

function rowOf(index: number): string {
  const phone = String(12_000_000_000 + index);
  return `${String(index + 1)},ana,LOPEZ,+${phone},${phone},${String(index)} Main St,Miami,FL,33101,US`;
}

async function uploadVoice(page: Page): Promise<void> {
  await page.goto('/my-voice');
  await page.getByRole('button', { name: 'Add New Voice Sample' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a new voice' });
  await dialog.getByLabel('Name').fill('Zoë, calm');
  await dialog.locator('input[type=file]').setInputFiles('client/e2e/fixtures/voice.mp3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Voice uploaded successfully!')).toBeVisible();
}

/** Records the longest gap between two frames, in milliseconds, on the root element. */
async function recordFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now();
    let longest = 0;
    const onFrame = (now: number) => {
      longest = Math.max(longest, now - last);
      last = now;
      document.documentElement.dataset['longestGap'] = String(longest);
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}
