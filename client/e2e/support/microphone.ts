import { chromium, type Browser, type Page } from '@playwright/test';
import { registerUser } from './billing.ts';
import { endRoutes, test as base } from './test.ts';

export { expect } from '@playwright/test';

/** The headless shell has no prompt for the microphone; this flag answers it. */
const ANSWER = '--use-fake-ui-for-media-stream';
const FAKE_DEVICE = '--use-fake-device-for-media-stream';

/** Chromium's fake microphone beeps every second. Without it there is none, as on a machine for tests. */
const FLAGS = { fake: [FAKE_DEVICE, ANSWER], denied: [FAKE_DEVICE, `${ANSWER}=deny`], none: [ANSWER] };

/** `test` with `addVoice`: the dialog "Add a new voice" of a new user, in a browser with a microphone or without. */
export const test = base.extend<{ addVoice: (microphone: keyof typeof FLAGS) => Promise<Page> }>({
  addVoice: async ({ hark }, use, { project }) => {
    const browsers: Browser[] = [];
    await use(async (microphone) => {
      const { launchOptions = {}, contextOptions = {} } = project.use;
      const args = [...(launchOptions.args ?? []), ...FLAGS[microphone]];
      const browser = await chromium.launch({ ...launchOptions, args });
      browsers.push(browser);
      const page = await (
        await browser.newContext({ ...contextOptions, baseURL: hark.url, permissions: ['microphone'] })
      ).newPage();
      await registerUser(page, 'speaker');
      await openVoiceDialog(page);
      return page;
    });
    for (const browser of browsers) {
      await endRoutes(browser);
      await browser.close();
    }
  },
});

/** Opens the dialog "Add a new voice" of the current user. */
export async function openVoiceDialog(page: Page): Promise<void> {
  await page.goto('/my-voice');
  await page.getByRole('button', { name: 'Add New Voice Sample' }).first().click();
  await page.getByRole('dialog', { name: 'Add a new voice' }).waitFor();
}

const LONGEST_SECONDS = 30;

/** What the timer shows from some second on: each text stands there for a second, which a busy browser can miss. */
export function timeFrom(seconds: number): RegExp {
  const times = Array.from({ length: LONGEST_SECONDS + 1 - seconds }, (_, later) =>
    String(seconds + later).padStart(2, '0'),
  );
  return new RegExp(`0:(${times.join('|')})/0:${String(LONGEST_SECONDS)}`);
}

/** Records for at least some seconds, and stops. */
export async function record(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('timer').getByText(timeFrom(seconds)).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
}
