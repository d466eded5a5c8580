import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const CALLED = ['1001', '1002', '0003', '1004', '1005', '1006'];

for (const width of [1440, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the evidence of a campaign, ${String(width)} px, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await signInDemo(page);
      const name = await makeCampaign(page, 'Evidence', CALLED);
      await page.goto(`/analytics/details/${encodeURIComponent(name)}?tab=compliance`);
      const evidence = page.getByRole('region', { name: 'Evidence' });
      await expect(evidence).toContainText('No calls yet');
      await expect(evidence.getByRole('listitem')).toContainText(/obtained \d{4}-\d\d-\d\d/);
      await expectSound(page, 'before the calls');

      await sendAll(page, name);
      await page.reload();
      const rows = evidence.getByRole('table').locator('tbody').getByRole('row');
      await expect(rows).toHaveCount(5);
      await expect(rows.first()).toContainText(/\d+:\d\d [AP]M/);
      for (const text of ['Eastern', '09:00-20:00', 'Hark default', 'Version', 'Not listed'])
        await expect(rows.first()).toContainText(text);
      await settle(page);
      await expectSound(page, 'evidence');
      await evidence.getByRole('button', { name: 'Next page' }).click();
      await expect(rows).toHaveCount(1);

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        evidence.getByRole('button', { name: 'Download Evidence' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`${name}_evidence.csv`);
      const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
      expect(lines).toHaveLength(CALLED.length + 1);
      expect(lines[1]).toContain('America/New_York');
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await expect(page.getByRole('table', { name: 'Call Details' })).toContainText('Eastern');
    });
  }
}

/** Sends a campaign and waits until all its calls are final. */
async function sendAll(page: Page, name: string): Promise<void> {
  const path = `/api/campaigns/${encodeURIComponent(name)}`;
  expect((await page.request.post(`${path}/execute/`)).status()).toBe(202);
  await expect
    .poll(
      async () => ((await (await page.request.get(`${path}/status/`)).json()) as { status: string }).status,
    )
    .toBe('Success');
}

async function expectSound(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, where);
  expect(await layoutFaults(page), where).toEqual([]);
}
