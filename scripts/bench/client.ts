import { javascriptOfFirstLoad } from '#client/e2e/support/first-load.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { DEMO_USER } from '#server/app/seed/demo-data.ts';
import { startDemoSystem } from '../lib/demo-system.mjs';
import { signIn, withBrowser, type BenchBrowser } from './client/bench-browser.ts';
import { longestInteraction } from './client/interactions.ts';
import { prepareLighthouse, scoreOf, valueOf, type Audit } from './client/lighthouse.ts';
import { MEASURED_SCREENS, type MeasuredScreen } from './client/measured-screens.ts';
import { absolute, inRounds, ROUNDS, type Bench, type BenchResult } from './harness/bench.ts';

/** The pages of which the first load is measured: most KB of JavaScript, and least performance on a phone. */
const FIRST_LOADS = [
  { path: '/auth/signin', kilobytes: 115, phone: 100 },
  { path: '/dashboard', kilobytes: 120, phone: 99 },
];
const LCP_MS = { computer: { atMost: 300 }, phone: { atMost: 1_200 } };
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];
const [CLS, INP_MS, FULL] = [{ atMost: 0.02 }, { atMost: 56 }, { atLeast: 100 }];

/**
 * First load of the sign-in page and the dashboard, medians of five rounds with an empty cache, and the longest interaction of
 * each screen on a phone, of three rounds: absolute values (client/app/decisions/0002-client-measurements.md).
 */
export const benchClient: Bench = async (say, { rounds = ROUNDS }) => {
  const audit = await prepareLighthouse(say);
  const system = await startDemoSystem();
  const measureAll = async (browser: BenchBrowser): Promise<BenchResult[]> => {
    const results: BenchResult[] = [];
    const measure = async (screen: MeasuredScreen): Promise<void> => {
      say(`client: ${screen.path}`);
      results.push(...(await firstLoads(browser, audit, screen.path, rounds)));
      // Two rounds fewer, because they are many.
      results.push(await interactions(browser, screen, Math.max(1, rounds - 2)));
    };
    for (const screen of MEASURED_SCREENS) if (!screen.signedIn) await measure(screen);
    await browser.inFreshPage((page) => signIn(page, DEMO_USER));
    for (const screen of MEASURED_SCREENS) if (screen.signedIn) await measure(screen);
    return results;
  };
  try {
    return await withBrowser(system.origin, measureAll);
  } finally {
    await system.stop();
  }
};

/** Returns the figures of the first load, for the pages of which it is measured. */
async function firstLoads(
  browser: BenchBrowser,
  audit: Audit | undefined,
  path: string,
  rounds: number,
): Promise<BenchResult[]> {
  const goals = FIRST_LOADS.find((one) => one.path === path);
  if (goals === undefined) return [];
  const bytes = await browser.inFreshPage((page) => javascriptOfFirstLoad(page, path));
  const goal = { atMost: goals.kilobytes };
  const results = [absolute(path, 'JavaScript of the first load, KB gzip', bytes / 1_000, goal)];
  for (const device of ['computer', 'phone'] as const) {
    if (audit === undefined) continue;
    const { row } = await inRounds(path, () => audit(browser, path, device), { rounds });
    const performance = { atLeast: device === 'phone' ? goals.phone : 100 };
    results.push(
      row(`${device}: LCP, ms`, valueOf('largest-contentful-paint'), LCP_MS[device]),
      row(`${device}: CLS`, valueOf('cumulative-layout-shift'), CLS),
      row(`${device}: Lighthouse, performance`, scoreOf('performance'), performance),
      ...CATEGORIES.map((name) => row(`${device}: Lighthouse, ${name}`, scoreOf(name), FULL)),
    );
  }
  return results;
}

async function interactions(
  browser: BenchBrowser,
  { path, interactions }: MeasuredScreen,
  rounds: number,
): Promise<BenchResult> {
  const interact = () =>
    browser.inFreshPage(async (page) => {
      await page.goto(path);
      await settle(page);
      return longestInteraction(page, interactions);
    });
  const { row } = await inRounds(path, interact, { rounds });
  return row('phone: INP, ms', (ms) => ms, INP_MS);
}
