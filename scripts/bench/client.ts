import type { Page } from '@playwright/test';
import { javascriptOfFirstLoad } from '#client/e2e/support/first-load.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { DEMO_USER } from '#server/app/seed/demo-data.ts';
import { signIn, withBrowser, type BenchBrowser } from './client/bench-browser.ts';
import { longestInteraction } from './client/interactions.ts';
import { prepareLighthouse, type Audit } from './client/lighthouse.ts';
import { MEASURED_SCREENS } from './client/measured-screens.ts';
import { withDemo } from './data/systems.ts';
import type { Bench, BenchRun } from './harness/bench.ts';

/** The pages of which the first load is measured: most KB of JavaScript, and least performance on a phone. */
const FIRST_LOADS = [
  { path: '/auth/signin', kilobytes: 115, phone: 100 },
  { path: '/dashboard', kilobytes: 120, phone: 99 },
];
const LCP_MS = { computer: { atMost: 300 }, phone: { atMost: 1_200 } };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const [CLS, INP_MS, FULL] = [{ atMost: 0.02 }, { atMost: 56 }, { atLeast: 100 }];

/**
 * First load of the sign-in page and the dashboard, medians of five rounds with an empty cache, and the longest interaction of
 * each screen on a phone, of three rounds: absolute values (client/app/decisions/0002-client-measurements.md).
 */
export const benchClient: Bench = async (run) => {
  const audit = await prepareLighthouse(run.say);
  await withDemo((origin) =>
    withBrowser(origin, async (browser) => {
      // Those that are public first.
      const screens = MEASURED_SCREENS.toSorted((a, b) => Number(a.signedIn) - Number(b.signedIn));
      let isSignedIn = false;
      for (const { path, signedIn, interactions } of screens) {
        if (signedIn && !isSignedIn) await browser.inFreshPage((page) => signIn(page, DEMO_USER));
        isSignedIn = signedIn;
        run.say(`client: ${path}`);
        await measureFirstLoad(run, { browser, audit, path });
        const interact = async (page: Page) => {
          await page.goto(path);
          await settle(page);
          return longestInteraction(page, interactions);
        };
        // Two rounds fewer, because they are many.
        const rounds = Math.max(1, run.rounds - 2);
        const { row } = await run.inRounds(path, () => browser.inFreshPage(interact), rounds);
        row('phone: INP, ms', (ms) => ms, INP_MS);
      }
    }),
  );
};

/** Adds the figures of the first load, for the pages of which it is measured. */
async function measureFirstLoad(
  { inRounds, absolute, rounds }: BenchRun,
  { browser, audit, path }: { browser: BenchBrowser; audit: Audit | undefined; path: string },
): Promise<void> {
  const goals = FIRST_LOADS.find((one) => one.path === path);
  if (goals === undefined) return;
  const bytes = await browser.inFreshPage((page) => javascriptOfFirstLoad(page, path));
  absolute(path, 'JavaScript of the first load, KB gzip', bytes / 1_000, { atMost: goals.kilobytes });
  for (const device of ['computer', 'phone'] as const) {
    if (audit === undefined) return;
    const { row } = await inRounds(path, () => audit(browser, path, device), rounds);
    row(`${device}: LCP, ms`, (figure) => figure('largest-contentful-paint'), LCP_MS[device]);
    row(`${device}: CLS`, (figure) => figure('cumulative-layout-shift'), CLS);
    for (const name of CATEGORIES) {
      const goal = name === 'performance' && device === 'phone' ? { atLeast: goals.phone } : FULL;
      row(`${device}: Lighthouse, ${name}`, (figure) => figure(name), goal);
    }
  }
}
