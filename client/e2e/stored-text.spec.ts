import type { APIResponse, Page } from '@playwright/test';
import { DAY_MS } from '#shared/time-units.ts';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { uploadVoice } from '#server/app/seed/account-setup.ts';
import { clientOf, registerUser, subscribe } from './support/billing.ts';
import { expect, test } from './support/test.ts';

const MARKUP = `x<img src=y onerror="wasRun=1"><b class="stored">'&amp;</b>`;
const PHONE = '12025551001';

/** Expects that a text was stored. */
async function stored(response: Promise<APIResponse>): Promise<Record<string, unknown>> {
  const answer = await response;
  expect([200, 201], await answer.text()).toContain(answer.status());
  return (await answer.json()) as Record<string, unknown>;
}

/** Stores markup wherever a user may store text; returns the paths that show it. */
async function storeMarkup(page: Page): Promise<string[]> {
  const { request } = page;
  const email = await registerUser(page, 'stored-text');
  await subscribe(page, 'launch');
  const login = { email, password: 'a good long password' };
  const { user_data: user } = (await stored(request.post('/login/', { data: login }))) as {
    user_data: { uid: string };
  };
  const profile = { display_name: MARKUP, company_name: MARKUP };
  await stored(request.put(`/users/${user.uid}/`, { data: profile }));
  const voice = { title: MARKUP.slice(0, 60), description: MARKUP };
  const voiceId = await uploadVoice(clientOf(page), new URL(page.url()).origin, voice, await melodyMp3(1, 1));
  const contacts = [
    {
      id: MARKUP.slice(0, 40),
      first_name: MARKUP,
      last_name: MARKUP,
      city: MARKUP,
      company_name: MARKUP,
      phone_number: PHONE,
      recommended_phone: PHONE,
      [MARKUP.slice(0, 60)]: MARKUP,
    },
  ];
  const list = await stored(request.post('/api/contact-lists/', { data: { name: MARKUP, contacts } }));
  const { id: listId } = list['list'] as { id: string };
  const campaign = {
    campaign_name: MARKUP,
    voice_id: voiceId,
    contacts,
    message: `Hello {first_name}, ${MARKUP}`,
    drop_date: new Date(Date.now() + 7 * DAY_MS).toISOString(),
  };
  await stored(request.post('/api/campaigns/create/', { data: campaign }));
  await stored(request.post('/api/suppressions/', { data: { phone: '12025551009', reason: MARKUP } }));
  await stored(
    request.post('/trpc/apiKeys.create', {
      data: { name: MARKUP.slice(0, 60), scope: 'read', expires_in_days: 90 },
    }),
  );
  const name = encodeURIComponent(MARKUP);
  return [
    ...['/dashboard', '/analytics', `/analytics/details/${name}`, `/analytics?search=${name}`],
    ...[`/analytics/compare?a=${name}&b=${name}`, '/contacts', `/contacts?list=${listId}`, '/do-not-call'],
    ...['/my-voice', '/billing', '/billing/payments', '/campaign', '/help', `/nowhere/${name}`],
    ...['', '/business', '/security', '/developers'].map((page) => `/profile${page}`),
  ];
}

test('no screen executes or renders stored markup', { tag: '@long' }, async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const paths = await storeMarkup(page);
  let shown = 0;
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await page.evaluate('window.wasRun'), path).toBeUndefined();
    expect(await page.locator('img[src="y"], b.stored').count(), path).toBe(0);
    if ((await page.locator('body').innerText()).includes('<img src=y')) shown += 1;
  }
  expect(shown).toBeGreaterThan(6);
  expect(refused).toEqual([]);
});
