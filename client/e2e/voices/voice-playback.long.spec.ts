import type { Page, Route } from '@playwright/test';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, openWizard } from '#client/e2e/support/wizard.ts';

const RECORDINGS = '**/local/objects/**';
const STREAM_LINKS = '**/trpc/voices.stream*';

/** Opens the library and returns its first voice. */
async function firstVoice(page: Page) {
  await signInDemo(page);
  await page.goto('/my-voice');
  const card = page.locator('[aria-label]').filter({ hasText: 'Created: ' }).first();
  return {
    play: card.getByRole('button', { name: /^Play / }),
    pause: card.getByRole('button', { name: /^Pause / }),
  };
}

/** Two minutes, so that the browser plays the beginning before the rest arrives. */
const recording = melodyMp3(1, 120);

/** Sends the bytes that the browser asks for, at most those before `end`. */
async function sendBytes(route: Route, from: number, end: number): Promise<void> {
  const whole = await recording;
  const body = Buffer.from(whole.subarray(from, end));
  const headers = {
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    'content-range': `bytes ${String(from)}-${String(from + body.length - 1)}/${String(whole.length)}`,
  };
  await route.fulfill({ status: 206, headers, body });
}

const playsFor = (page: Page, seconds: number) =>
  page.waitForFunction(
    (wanted) => (document.querySelector<HTMLInputElement>('input[type=range]')?.valueAsNumber ?? 0) > wanted,
    seconds,
  );

/** Makes the store refuse the next `count` links. */
async function tamperLinks(page: Page, count: number): Promise<void> {
  await page.route(
    STREAM_LINKS,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll('signature=', 'signature=x'),
      });
    },
    { times: count },
  );
}

test('a link that expires while a voice plays is renewed, and the voice goes on where it was', async ({
  page,
}) => {
  const links: string[] = [];
  await page.route(RECORDINGS, async (route) => {
    const url = route.request().url();
    if (!links.includes(url)) links.push(url);
    const from = Number(/\d+/.exec(route.request().headers().range ?? '0')?.[0]);
    const { length } = await recording;
    if (links.indexOf(url) > 0) await sendBytes(route, from, length);
    else if (from === 0) await sendBytes(route, 0, length / 2);
    else {
      await playsFor(page, 2);
      await route.fulfill({ status: 403, contentType: 'application/json', body: '{}' });
    }
  });
  const { play, pause } = await firstVoice(page);
  await play.click();
  await playsFor(page, 2);
  await expect.poll(() => links.length).toBe(2);
  await expect(pause).toBeVisible();
  await page.waitForFunction(() => document.querySelector('input[type=range]') !== null);
  const position = await page
    .getByRole('slider')
    .evaluate((slider: HTMLInputElement) => slider.valueAsNumber);
  expect(position).toBeGreaterThan(1.9);
  await playsFor(page, position + 0.2);
});

test('a link that the store refuses is renewed once', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('voices.stream')) asked += 1;
  });
  const { play, pause } = await firstVoice(page);
  await tamperLinks(page, 2);
  await play.click();
  await expect.poll(() => asked).toBe(2);
  await expect(play).not.toHaveAttribute('aria-busy');

  await page.unroute(STREAM_LINKS);
  await tamperLinks(page, 1);
  await play.click();
  await expect.poll(() => asked).toBe(4);
  await expect(pause).toBeVisible();
});

test('"Errors loading the voice list or a stream link are silently ignored", also in the voice step', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'voice');
  await page.route(STREAM_LINKS, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  const play = page.getByRole('button', { name: /^Play a sample of / }).first();
  await play.click();
  await failed;
  await expect(play).not.toHaveAttribute('aria-busy');
  await expect(page.locator('[aria-live="assertive"]')).toHaveText('');
  await expect(wizard.dialog).toHaveCount(0);
});
