import { settle } from '#client/e2e/support/screens.ts';
import { javascriptOfFirstLoad } from '#client/e2e/support/first-load.ts';
import { freePort, startDemoSystem } from '../lib/demo-system.mjs';
import { median, MIN_ROUNDS, type Bench, type BenchResult, type Goal } from './bench.ts';
import { openBenchBrowser, type BenchBrowser } from './client/bench-browser.ts';
import { longestInteraction } from './client/interactions.ts';
import { prepareLighthouse, type Device, type Judgement } from './client/lighthouse.ts';
import { MEASURED_PAGES, signIn, type MeasuredPage } from './client/measured-pages.ts';

const FIRST_LOAD_KB: Goal = { atMost: 150 };
const INP_MS: Goal = { atMost: 100 };
const LCP_MS: Goal = { atMost: 1_250 };
const CLS: Goal = { atMost: 0.02 };
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const DEVICES: readonly Device[] = ['computer', 'phone'];

type Lighthouse = Awaited<ReturnType<typeof prepareLighthouse>>;

/**
 * What a first visit of the way in and of the dashboard costs, and how quickly they answer: absolute figures, medians of
 * five rounds, each with an empty cache. A phone's largest paint is told, and judged by Lighthouse's performance alone
 * (scripts/decisions/client-figures.md).
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
      results.push(...(await figuresOf(browser, measured)));
      results.push(
        ...(await judgementsOf(browser, `${system.origin}${measured.path}`, measured.path, lighthouse)),
      );
    }
    return results;
  } finally {
    await browser.close();
    await system.stop();
  }
};

async function figuresOf(
  browser: BenchBrowser,
  { path, interactions }: MeasuredPage,
): Promise<BenchResult[]> {
  const bytes = await browser.inFreshPage((page) => javascriptOfFirstLoad(page, path));
  const inp = await medianOf(() =>
    browser.inFreshPage(async (page) => {
      await page.goto(path);
      await settle(page);
      return longestInteraction(page, interactions);
    }),
  );
  return [
    {
      bench: path,
      contender: 'JavaScript of the first load, KB gzip',
      ratio: bytes / 1_000,
      goal: FIRST_LOAD_KB,
    },
    { bench: path, contender: 'INP, ms', ratio: inp, goal: INP_MS },
  ];
}

async function judgementsOf(
  browser: BenchBrowser,
  url: string,
  bench: string,
  lighthouse: Lighthouse,
): Promise<BenchResult[]> {
  if (lighthouse === undefined) return [];
  const results: BenchResult[] = [];
  for (const device of DEVICES) {
    const rounds: Judgement[] = [];
    while (rounds.length < MIN_ROUNDS) {
      await browser.inFreshPage(() => Promise.resolve());
      rounds.push(await lighthouse.judge(url, device, browser.port));
    }
    const figure = (name: keyof Judgement, label: string, goal?: Goal): BenchResult => ({
      bench,
      contender: `${device}: ${label}`,
      ratio: median(rounds.map((round) => round[name])),
      ...(goal !== undefined && { goal }),
    });
    results.push(
      figure('lcp', 'LCP, ms', device === 'computer' ? LCP_MS : undefined),
      figure('cls', 'CLS', CLS),
      ...Object.entries(SCORES).map(([name, atLeast]) =>
        figure(name as keyof typeof SCORES, name, { atLeast }),
      ),
    );
  }
  return results;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < MIN_ROUNDS) values.push(await measure());
  return median(values);
}
