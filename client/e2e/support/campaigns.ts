import { expect, type Cookie, type Page } from '@playwright/test';

/** The demo account that the journeys' server seeds. */
const DEMO = { email: 'demo@hark.example', password: 'hear-the-demo' };

/** One of its seeded campaigns, already sent. */
export const DEMO_CAMPAIGN = 'Annual check-up reminder';

/** The session of the demo user at this worker's server. */
let session: Cookie[] | undefined;

/** Signs in as the demo user: the first time by its password, whose hash costs the server time, then by its session. */
export async function signInDemo(page: Page): Promise<void> {
  const context = page.context();
  if (session !== undefined) {
    await context.addCookies(session);
    return;
  }
  const response = await page.request.post('/login/', { data: DEMO });
  expect(response.status()).toBe(200);
  session = await context.cookies();
}

/** Creates a campaign for next week, with one contact per four-digit number ending; returns its name. */
export async function makeCampaign(page: Page, title: string, lastFour: readonly string[]): Promise<string> {
  const campaign_name = `${title} ${String(Date.now())}`;
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
  const drop_date = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const data = {
    campaign_name,
    drop_date,
    message: 'Hi {first_name}',
    voice_id: info.voice_ids[0]?.vid,
    contacts,
  };
  const response = await page.request.post('/api/campaigns/create/', { data });
  expect(response.status(), await response.text()).toBe(201);
  return campaign_name;
}
