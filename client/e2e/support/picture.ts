import { expect, type Page } from '@playwright/test';

/** Half size: a missing icon, button label or status dot still changes many pixels. */
const SCALE = 0.5;
/** Tolerances: a colour difference of a few levels fails; twenty pixels are less than any control. */
const TOLERANCE = { threshold: 0.01, maxDiffPixels: 20 };

/** Makes the window as high as the page for pictures, so that fixed elements cover nothing. */
export async function showWholePage(page: Page): Promise<void> {
  await replaceVariableText(page);
  await page.mouse.move(0, 0);
  const width = page.viewportSize()?.width ?? 0;
  // The layout may still change for a frame or two after a resize.
  const pixelsBelow = async () => {
    // A window that is higher than the page would stay so.
    const height = await heightAfterNextFrame(page);
    await page.setViewportSize({ width, height });
    return (await heightAfterNextFrame(page)) - height;
  };
  await expect.poll(pixelsBelow, { message: 'pixels below the window' }).toBe(0);
}

function heightAfterNextFrame(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            resolve(document.documentElement.scrollHeight);
          });
        });
      }),
  );
}

/**
 * Expects that the page looks like `client/e2e/pictures` (client/e2e/decisions/0001-screenshots.md). The
 * full-size picture is written to `test-results/screens`.
 */
export async function expectPicture(page: Page, name: string): Promise<void> {
  await replaceVariableText(page);
  // A control that the pointer has just left may still be changing its colour.
  const path = `test-results/screens/${name}.png`;
  const picture = await page.screenshot({ path, animations: 'disabled' });
  expect.soft(await shrink(page, picture)).toMatchSnapshot(`${name}.png`, TOLERANCE);
}

/**
 * Replaces or hides what depends on the date, always in the same way; digits are tabular. The number of deductions of a demo campaign is
 * timing-dependent, so only the space of the credit history's rows is compared.
 */
async function replaceVariableText(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const span of document.querySelectorAll('span'))
      if (span.textContent.startsWith('Voice ID: ')) span.textContent = 'Voice ID: 00000000';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const steady = text
        .replace(/(\/stop\/(?:[a-z0-9-]+-)?)[a-z0-9]{8}$/, (_all, page: string) => `${page}00000000`)
        .replace(/given by user \w+/, 'given by user 00000000')
        .replaceAll(/\d/g, '0')
        .replaceAll(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Day')
        .replaceAll(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'Day')
        .replaceAll(/\bPM\b/g, 'AM')
        // When the calls of the demo were made.
        .replace(/^(Best(?: weekday)?: |Starts )\w+day\b/, '$1Weekday')
        .replaceAll(/\b0+–0+ AM\b/g, '0–0 AM')
        // A one-digit day of the month is narrower.
        .replaceAll(/\bDay 0\b/g, 'Day 00')
        .replaceAll(/\b0 Day\b/g, '00 Day')
        // An hour of one digit is narrower, and only another year is said.
        .replaceAll(/(Day 00)(?:, 0000)?, 0+:00 AM/g, '$1, 0:00 AM')
        .replaceAll(/\bat 0+:00 AM/g, 'at 0:00 AM')
        .replace(/(Weekday, Day 00), 0000/, '$1')
        // Not every machine has an emoji font.
        .replaceAll(/\p{Extended_Pictographic}/gu, '');
      if (steady !== text) node.nodeValue = steady;
    }
    // When the seeded calls were made, whether that was within hours and which rules held depends on the time of the test.
    for (const time of document.querySelectorAll('[data-local-time]'))
      time.textContent = 'Day, Day 00, 0:00 AM';
    for (const rules of document.querySelectorAll('[data-rules]')) rules.textContent = 'Hark default';
    for (const mark of document.querySelectorAll<HTMLElement>('[data-outside-hours]'))
      mark.style.display = 'none';
    const plan = document.querySelector('svg[aria-label^="Contacts that may be called"]');
    // When people can be called depends on the day of the week.
    plan?.closest('section')?.style.setProperty('visibility', 'hidden');
    // Which hours are best, and the days of the credits, depend on when the demo data was made.
    document.querySelector<HTMLElement>('[aria-label="Insights"]')?.style.setProperty('display', 'none');
    const history = document.querySelector<HTMLElement>('table[aria-label="Credit history"]');
    history?.querySelector('tbody')?.style.setProperty('visibility', 'hidden');
    // Otherwise hidden rows would determine the column widths.
    history?.style.setProperty('table-layout', 'fixed');
  });
}

/** Returns the picture at reduced size, scaled by the browser. */
async function shrink(page: Page, picture: Buffer): Promise<Buffer> {
  const small = await page.evaluate(
    async ({ source, scale }) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(Math.ceil(image.width * scale), Math.ceil(image.height * scale));
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('The browser draws nothing');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      const code = new Uint8Array(await blob.arrayBuffer());
      return btoa(code.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    },
    { source: picture.toString('base64'), scale: SCALE },
  );
  return Buffer.from(small, 'base64');
}
