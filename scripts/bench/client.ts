import { settle } from '#client/e2e/support/screens.ts';
import { javascriptOfFirstLoad } from '#client/e2e/support/first-load.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { startDemoSystem } from '../lib/demo-system.mjs';
import { absolute, ROUNDS, type Bench, type BenchResult, type Goal } from './bench.ts';
import { openBenchBrowser, type BenchBrowser } from './client/bench-browser.ts';
import { longestInteraction } from './client/interactions.ts';
import {
  prepareLighthouse,
  type Device,
  type LighthouseScores,
  type Lighthouse,
} from './client/lighthouse.ts';
import { MEASURED_PAGES, signIn, type MeasuredPage } from './client/measured-pages.ts';
import { MEASURED_SCREENS } from './client/measured-screens.ts';
import { watchMachine } from './measure/machine-watch.ts';

const FIRST_LOAD_KB: Goal = { atMost: 120 };
const INP_MS: Goal = { atMost: 70 };
const LCP_MS: Goal = { atMost: 500 };
const CLS: Goal = { atMost: 0.02 };
const PERFORMANCE: Record<Device, Goal> = { computer: { atLeast: 100 }, phone: { atLeast: 98 } };
const DEVICES: readonly Device[] = ['computer', 'phone'];

/**
 * First load and responsiveness of the sign-in page and the dashboard, medians of five rounds with an empty cache, and of
 * three rounds of the responsiveness of other screens on a phone: absolute values. The LCP on a phone has no goal of its own;
 * Lighthouse's performance score covers it (client/app/decisions/0002-client-measurements.md).
 */
export const benchClient: Bench = async (say, { rounds = ROUNDS }) => {
  const lighthouse = await prepareLighthouse(say);
  const system = await startDemoSystem();
  const browser = await openBenchBrowser(system.origin, await freePort());
  try {
    const results: BenchResult[] = [];
    for (const measured of MEASURED_PAGES) {
      say(`client: ${measured.path}`);
      if (measured.signedIn) await browser.inFreshPage(signIn);
      results.push(await firstLoad(browser, measured));
      for (const device of DEVICES) {
        results.push(await interactions(browser, measured, { device, rounds, say }));
        if (lighthouse === undefined) continue;
        results.push(...(await lighthouseResults(browser, measured, { device, rounds, lighthouse })));
      }
    }
    // Two rounds fewer, because they are many.
    const screenRounds = Math.max(1, rounds - 2);
    for (const screen of MEASURED_SCREENS) {
      say(`client: ${screen.path}`);
      results.push(await interactions(browser, screen, { device: 'phone', rounds: screenRounds, say }));
    }
    return results;
  } finally {
    await browser.close();
    await system.stop();
  }
};

async function firstLoad(browser: BenchBrowser, { path }: MeasuredPage): Promise<BenchResult> {
  const bytes = await browser.inFreshPage((page) => javascriptOfFirstLoad(page, path));
  return absolute(path, 'JavaScript of the first load, KB gzip', bytes / 1_000, { goal: FIRST_LOAD_KB });
}

async function interactions(
  browser: BenchBrowser,
  { path, interactions }: MeasuredPage,
  { device, rounds, say }: { device: Device; rounds: number; say: (line: string) => void },
): Promise<BenchResult> {
  const { values, tooBusy } = await inRounds(rounds, () =>
    browser.inFreshPage(async (page) => {
      await page.goto(path);
      await settle(page);
      const { ms, what } = await longestInteraction(page, device, interactions);
      say(`client: ${path}, ${device}: ${String(ms)} ms, ${what}`);
      return ms;
    }),
  );
  return absolute(path, `${device}: INP, ms`, values, { goal: INP_MS, tooBusy });
}

async function lighthouseResults(
  browser: BenchBrowser,
  { path }: MeasuredPage,
  { device, rounds, lighthouse }: { device: Device; rounds: number; lighthouse: Lighthouse },
): Promise<BenchResult[]> {
  const { values, tooBusy } = await inRounds(rounds, async () => {
    await browser.clearCache();
    return lighthouse.audit(`${browser.origin}${path}`, device, browser.port);
  });
  const resultOf = (name: keyof LighthouseScores, label: string, goal?: Goal): BenchResult =>
    absolute(
      path,
      `${device}: ${label}`,
      values.map((scores) => scores[name]),
      { tooBusy, ...(goal !== undefined && { goal }) },
    );
  return [
    resultOf('lcp', 'LCP, ms', device === 'computer' ? LCP_MS : undefined),
    resultOf('cls', 'CLS', CLS),
    resultOf('performance', 'Lighthouse, performance', PERFORMANCE[device]),
    resultOf('accessibility', 'Lighthouse, accessibility', { atLeast: 100 }),
    resultOf('best-practices', 'Lighthouse, best practices', { atLeast: 100 }),
    resultOf('seo', 'Lighthouse, SEO', { atLeast: 100 }),
    resultOf('benchmarkIndex', "Lighthouse's benchmark index of this machine"),
  ];
}

async function inRounds<Value>(
  rounds: number,
  round: () => Promise<Value>,
): Promise<{ values: Value[]; tooBusy: string | undefined }> {
  const watch = watchMachine();
  const values: Value[] = [];
  while (values.length < rounds) values.push(await watch.round(round));
  return { values, tooBusy: watch.tooBusy() };
}
