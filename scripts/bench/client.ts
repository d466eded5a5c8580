import { settle } from '#client/e2e/support/screens.ts';
import { javascriptOfFirstLoad } from '#client/e2e/support/first-load.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { startDemoSystem } from '../lib/demo-system.mjs';
import { median, MIN_ROUNDS, type Bench, type BenchResult, type Goal } from './bench.ts';
import { openBenchBrowser, type BenchBrowser } from './client/bench-browser.ts';
import { longestInteraction } from './client/interactions.ts';
import {
  prepareLighthouse,
  type Device,
  type LighthouseScores,
  type Lighthouse,
} from './client/lighthouse.ts';
import { MEASURED_PAGES, signIn, type MeasuredPage } from './client/measured-pages.ts';

const FIRST_LOAD_KB: Goal = { atMost: 150 };
const INP_MS: Goal = { atMost: 100 };
const LCP_MS: Goal = { atMost: 1_250 };
const CLS: Goal = { atMost: 0.02 };
const DEVICES: readonly Device[] = ['computer', 'phone'];

/**
 * First load and responsiveness of the sign-in page and the dashboard: absolute values, medians of five rounds with
 * an empty cache. The LCP on a phone has no goal of its own; Lighthouse's performance score covers it
 * (client/app/decisions/0002-client-measurements.md).
 */
export const benchClient: Bench = async (say) => {
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
        results.push(await interactions(browser, measured, device));
        if (lighthouse === undefined) continue;
        results.push(...(await lighthouseResults(browser, measured, device, lighthouse)));
      }
    }
    return results;
  } finally {
    await browser.close();
    await system.stop();
  }
};

async function firstLoad(browser: BenchBrowser, { path }: MeasuredPage): Promise<BenchResult> {
  const bytes = await browser.inFreshPage((page) => javascriptOfFirstLoad(page, path));
  const contender = 'JavaScript of the first load, KB gzip';
  return { bench: path, contender, ratio: bytes / 1_000, goal: FIRST_LOAD_KB };
}

async function interactions(
  browser: BenchBrowser,
  { path, interactions }: MeasuredPage,
  device: Device,
): Promise<BenchResult> {
  const rounds = await inRounds(() =>
    browser.inFreshPage(async (page) => {
      await page.goto(path);
      await settle(page);
      return longestInteraction(page, device, interactions);
    }),
  );
  return { bench: path, contender: `${device}: INP, ms`, ratio: median(rounds), goal: INP_MS };
}

async function lighthouseResults(
  browser: BenchBrowser,
  { path }: MeasuredPage,
  device: Device,
  lighthouse: Lighthouse,
): Promise<BenchResult[]> {
  const rounds = await inRounds(async () => {
    await browser.clearCache();
    return lighthouse.audit(`${browser.origin}${path}`, device, browser.port);
  });
  const resultOf = (name: keyof LighthouseScores, label: string, goal?: Goal): BenchResult => ({
    bench: path,
    contender: `${device}: ${label}`,
    ratio: median(rounds.map((round) => round[name])),
    ...(goal !== undefined && { goal }),
  });
  return [
    resultOf('lcp', 'LCP, ms', device === 'computer' ? LCP_MS : undefined),
    resultOf('cls', 'CLS', CLS),
    resultOf('performance', 'Lighthouse, performance', { atLeast: 95 }),
    resultOf('accessibility', 'Lighthouse, accessibility', { atLeast: 100 }),
    resultOf('best-practices', 'Lighthouse, best practices', { atLeast: 100 }),
    resultOf('seo', 'Lighthouse, SEO', { atLeast: 100 }),
  ];
}

async function inRounds<Result>(round: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < MIN_ROUNDS) results.push(await round());
  return results;
}
