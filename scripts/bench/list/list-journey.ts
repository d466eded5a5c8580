import { expect, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { introduceSender, moveTo, openWizardAsUser } from '#client/e2e/support/wizard.ts';
import { formatNumber } from '#shared/formats.ts';
import { CREATE_CAMPAIGN_PATH } from '#shared/paths.ts';

/** What a list goes through, in order. What people do between the first two is left out. */
export const STAGES = [
  'checked in the page',
  'uploaded',
  'checked by the server',
  'contacts stored',
  'Scheduled',
] as const;

/** Seconds of each stage. */
export type StageTimes = Record<(typeof STAGES)[number], number>;

export interface ListJourney {
  account: { email: string; password: string };
  file: string;
  contacts: number;
  /** Returns about how many contacts the database has. */
  stored(): Promise<number>;
}

const TIMEOUT_MS = 600_000;
const POLL_MS = 250;

/** Signs in, fills in the wizard with the file and publishes the campaign. Returns what each stage took. */
export async function walkToScheduled(
  page: Page,
  { account, file, contacts, stored }: ListJourney,
): Promise<StageTimes> {
  await signIn(page, account);
  await introduceSender(page);
  const wizard = await openWizardAsUser(page);
  const choices = { name: 'A long list' };
  await moveTo(wizard, 'name', choices);
  await moveTo(wizard, 'upload', choices);
  const picked = seconds();
  await page.setInputFiles('input[type=file]', file);
  const checked = page.getByText(new RegExp(`^${formatNumber(contacts)} contacts, `));
  await expect(checked).toBeVisible({ timeout: TIMEOUT_MS });
  const inPage = seconds() - picked;
  await wizard.next();
  for (const step of ['voice', 'schedule', 'review'] as const) await moveTo(wizard, step, choices);
  const uploaded = await watchUpload(page);
  const clicked = seconds();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  const moments = [clicked, await uploaded()];
  for (const count of [1, contacts]) {
    while ((await stored()) < count) {
      if (seconds() - clicked > TIMEOUT_MS / 1_000) throw new Error('The contacts are not stored');
      await sleep(POLL_MS);
    }
    moments.push(seconds());
  }
  const scheduled = page.getByRole('heading', { name: 'Your campaign is scheduled' });
  await expect(scheduled).toBeVisible({ timeout: TIMEOUT_MS });
  moments.push(seconds());
  const [toUploaded = 0, toChecked = 0, toStored = 0, toScheduled = 0] = moments
    .slice(1)
    .map((moment, at) => moment - (moments[at] ?? 0));
  return {
    'checked in the page': inPage,
    uploaded: toUploaded,
    'checked by the server': toChecked,
    'contacts stored': toStored,
    Scheduled: toScheduled,
  };
}

const seconds = () => performance.now() / 1_000;

async function signIn(page: Page, { email, password }: ListJourney['account']): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('/dashboard');
}

/** Returns a function that resolves to the moment at which the campaign's request was sent to its end. */
async function watchUpload(page: Page): Promise<() => Promise<number>> {
  let end: (moment: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  await page.exposeFunction('uploadEnded', () => {
    end(seconds());
  });
  await page.evaluate(watchRequests, CREATE_CAMPAIGN_PATH);
  return () => ended;
}

/** Runs in the page. */
function watchRequests(path: string): void {
  const ours = window as unknown as { uploadEnded: () => void };
  const open = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'open')?.value as (
    ...given: unknown[]
  ) => void;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    if (String(given[1]).includes(path)) this.upload.addEventListener('load', ours.uploadEnded);
    open.apply(this, given);
  };
}
