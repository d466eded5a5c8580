import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { introduceSender, moveTo, openWizardAsUser } from '#client/e2e/support/wizard.ts';
import { formatNumber } from '#shared/formats.ts';
import { ACCOUNT, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { signIn, withBrowser } from './client/bench-browser.ts';
import { writeList } from './data/contact-rows.ts';
import { withHark } from './data/systems.ts';
import type { Bench } from './harness/bench.ts';
import { beginPeak, peakOf } from './harness/memory.ts';
import { measured } from './harness/sample.ts';

const CONTACTS = 1_000_000;
const SECONDS_A_MILLION = 30;
const SERVER_MB = { atMost: 250 };
const TIMEOUT_MS = 600_000;

/**
 * A contact list from the file picker of a real browser to the scheduled campaign, through the real processes: its seconds,
 * without those that people spend between, and the memory of the web server. `--contacts=N` sets the rows of the file.
 */
export const benchList: Bench = ({ say, inRounds, settings: { contacts = CONTACTS } }) =>
  withHark({ workers: 1 }, async (hark) => {
    const file = join(hark.dataDir, 'contacts.csv');
    await writeList(file, contacts);
    await createTestCustomer(hark, contacts);
    const bench = `${formatNumber(contacts)} contacts`;
    say(`list: ${bench}`);
    const walk = async (page: Page) => {
      await signIn(page, ACCOUNT);
      beginPeak(hark.webPid());
      return walkToScheduled(page, file, contacts);
    };
    const { row } = await withBrowser(hark.baseUrl, (browser) =>
      inRounds(bench, () => browser.inFreshPage(walk)),
    );
    const goal = { atMost: (SECONDS_A_MILLION * contacts) / CONTACTS };
    row('checked in the page, s', ({ checked }) => checked);
    row('from Publish to Scheduled, s', ({ published }) => published);
    row('from the picker to Scheduled, s', ({ checked, published }) => checked + published, goal);
    row("web server's peak, MB", () => peakOf(hark.webPid()), SERVER_MB);
  });

/** Fills in the wizard with the file and publishes the campaign. Returns the seconds of both. */
async function walkToScheduled(page: Page, file: string, contacts: number) {
  await introduceSender(page);
  const wizard = await openWizardAsUser(page);
  const choices = { name: 'A long list' };
  await moveTo(wizard, 'name', choices);
  await moveTo(wizard, 'upload', choices);
  const timeout = TIMEOUT_MS;
  const { seconds: checked } = await measured(1, async () => {
    await page.setInputFiles('input[type=file]', file);
    const summary = page.getByText(new RegExp(`^${formatNumber(contacts)} contacts, `));
    await expect(summary).toBeVisible({ timeout });
  });
  await wizard.next();
  for (const step of ['voice', 'schedule', 'review'] as const) await moveTo(wizard, step, choices);
  const { seconds: published } = await measured(1, async () => {
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    await expect(page.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible({ timeout });
  });
  return { checked, published };
}
