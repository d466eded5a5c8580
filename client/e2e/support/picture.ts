import { expect, type Page } from '@playwright/test';

/**
 * By how much a picture is made smaller than the screen it shows, by the screen's width. What is left shows where things
 * stand and in which colour, and is the same wherever the same page is drawn by another build of Chromium.
 */
const SHRUNK: Record<number, number> = { 1440: 6, 390: 4 };
/** What another build of Chromium may draw in another way: a pixel a little, and a few pixels at all. */
const TOLERANCE = { threshold: 0.03, maxDiffPixelRatio: 0.002 };

/**
 * Expects that the page as it stands looks as in `client/e2e/pictures/NAME.jpeg` (scripts/decisions/screenshots.md). The
 * full picture goes to `test-results/screens`.
 */
export async function expectPicture(page: Page, name: string): Promise<void> {
  await steadyWords(page);
  await page.mouse.move(0, 0);
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  // As high as the page, so that what keeps to the window's edges covers nothing.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...window, height });
  const picture = await page.screenshot({ path: `test-results/screens/${name}.png` });
  await page.setViewportSize(window);
  const small = await shrink(page, picture, SHRUNK[window.width] ?? 1);
  expect.soft(small).toMatchSnapshot(`${name}.jpeg`, TOLERANCE);
}

/**
 * Puts the same words on the page whatever day it is; digits are all of one width here. Into how many deductions the
 * demo's campaigns were settled is a matter of milliseconds, so of these only the room that they take is seen.
 */
async function steadyWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const span of document.querySelectorAll('span'))
      if (span.textContent.startsWith('Voice ID: ')) span.textContent = 'Voice ID: 00000000';
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
      const text = node.nodeValue ?? '';
      const steady = text
        .replaceAll(/\d/g, '0')
        .replaceAll(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Day')
        .replaceAll(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'Mon')
        .replaceAll(/\bPM\b/g, 'AM')
        // Not every machine has a font for them.
        .replaceAll(/\p{Extended_Pictographic}/gu, '');
      if (steady !== text) node.nodeValue = steady;
    }
    const deductions = document.querySelector<HTMLElement>('[aria-label="Credit history"] tbody');
    deductions?.style.setProperty('visibility', 'hidden');
  });
}

/** A picture with a fraction of the width and height, and of the bytes, drawn by the browser itself. */
async function shrink(page: Page, picture: Buffer, times: number): Promise<Buffer> {
  const small = await page.evaluate(
    async ({ source, times }) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(Math.ceil(image.width / times), Math.ceil(image.height / times));
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('The browser draws nothing');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
      const code = new Uint8Array(await blob.arrayBuffer());
      return btoa(code.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    },
    { source: picture.toString('base64'), times },
  );
  return Buffer.from(small, 'base64');
}
