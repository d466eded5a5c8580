import type { Page, Route } from '@playwright/test';
import { signInDemo } from './support/campaigns.ts';
import { expect, test } from './support/test.ts';

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
    position: card.getByRole('slider'),
  };
}

/** Sends the first half of a recording, and refuses the rest as an expired link does. */
async function sendHalf(route: Route): Promise<void> {
  const { range = 'bytes=0-' } = route.request().headers();
  if (!range.startsWith('bytes=0-')) {
    await route.fulfill({ status: 403, contentType: 'application/json', body: '{}' });
    return;
  }
  const whole = await (await route.fetch({ headers: {} })).body();
  const half = whole.subarray(0, whole.length / 2);
  const headers = {
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    'content-range': `bytes 0-${String(half.length - 1)}/${String(whole.length)}`,
  };
  await route.fulfill({ status: 206, headers, body: half });
}

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
    await (links.indexOf(url) === 0 ? sendHalf(route) : route.continue());
  });
  const { play, pause, position } = await firstVoice(page);
  await play.click();
  await expect(pause).toBeVisible();
  const positions = position.evaluate(async (slider: HTMLInputElement) => {
    const seen = [0];
    while (slider.isConnected && slider.valueAsNumber < Number(slider.max) - 0.3) {
      if (slider.valueAsNumber !== seen.at(-1)) seen.push(slider.valueAsNumber);
      await new Promise(requestAnimationFrame);
    }
    return seen;
  });
  const seen = await positions;
  expect(links).toHaveLength(2);
  expect(seen.length).toBeGreaterThan(5);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
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
  await expect(pause).toBeVisible();
  expect(asked).toBe(4);
});
