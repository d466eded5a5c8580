import { expect, test, type Cookie, type Locator, type Page } from '@playwright/test';
import { DAY_MS } from '#shared/time-units.ts';

/** The demo account that the journeys' server seeds. */
export const DEMO = { email: 'demo@hark.example', password: 'hear-the-demo' };

/** One of its seeded campaigns, already sent. */
export const DEMO_CAMPAIGN = 'Annual check-up reminder';

/** The session of the demo user at this worker's server. */
let session: Cookie[] | undefined;

/**
 * Signs in as the demo user, without the drafts of earlier journeys: the first time by its password, whose hash costs the
 * server time, then by its session.
 */
export async function signInDemo(page: Page): Promise<void> {
  const context = page.context();
  if (session === undefined) {
    const response = await page.request.post('/login/', { data: DEMO });
    expect(response.status()).toBe(200);
    session = await context.cookies();
  } else await context.addCookies(session);
  await discardDrafts(page);
}

/** Returns the ids and names of the user's drafts, the latest first. */
export async function listDrafts({ request }: Page): Promise<{ id: string; name: string }[]> {
  const response = await request.get('/trpc/campaigns.drafts.list');
  const { result } = (await response.json()) as {
    result: { data: { drafts: { id: string; name: string }[] } };
  };
  return result.data.drafts;
}

/** Deletes all drafts of the user. */
export async function discardDrafts(page: Page): Promise<void> {
  for (const { id } of await listDrafts(page))
    await page.request.post('/trpc/campaigns.drafts.discard', { data: { id } });
}

const STARTED_AT = Date.now();

/** The campaigns made in this worker, and the journeys that made them. */
let made: { name: string; journey: string }[] = [];

/**
 * Creates a campaign for next week, due before those created earlier and so above them in the list, with one contact per
 * four-digit number ending; returns its name. Those of earlier journeys are deleted: finished ones are listed before it.
 */
export async function makeCampaign(
  page: Page,
  title: string,
  lastFour: readonly string[],
  more: { drops_per_minute?: number; drop_date?: string; description?: string } = {},
): Promise<string> {
  const campaign_name = `${title} ${String(Date.now())}`;
  const journey = test.info().testId;
  for (const { name } of made.filter((other) => other.journey !== journey))
    await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
  made = [...made.filter((other) => other.journey === journey), { name: campaign_name, journey }];
  const info = (await (await page.request.get('/users/user-info/')).json()) as {
    voice_ids: { vid: string }[];
  };
  const contacts = lastFour.map((digits, n) => ({
    id: `c${String(n)}`,
    first_name: 'Ana',
    last_name: `Number ${digits}`,
    phone_number: `+1202555${digits}`,
    recommended_phone: `1202555${digits}`,
  }));
  const elapsed = Date.now() - STARTED_AT;
  const drop_date = new Date(STARTED_AT + 7 * DAY_MS - elapsed * 60).toISOString();
  const data = {
    campaign_name,
    drop_date,
    message: 'Hi {first_name}',
    voice_id: info.voice_ids[0]?.vid,
    contacts,
    ...more,
  };
  const response = await page.request.post('/api/campaigns/create/', { data });
  expect(response.status(), await response.text()).toBe(201);
  return campaign_name;
}

/** Takes numbers, by their last four digits, off the do-not-call list: other journeys call them too. */
export async function takeOffList(page: Page, lastFour: readonly string[]): Promise<void> {
  for (const digits of lastFour)
    await page.request.post('/trpc/suppressions.remove', {
      data: { phone: `1202555${digits}`, reason: 'Used by other journeys' },
    });
}

/** Sends the campaign of a row now, and confirms it. */
export async function sendNow(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Send Now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Now' }).click();
}
