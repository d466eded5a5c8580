import { ownPackages } from '../own-packages.ts';

/** Emulated device: a phone on slow 4G with CPU throttling, or a computer on 10 Mbit/s. */
export type Device = 'phone' | 'computer';

/** Lighthouse scores of four categories (0 to 100), two metrics, and how fast it found this machine. */
export interface LighthouseScores {
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
  /** Largest contentful paint, in milliseconds. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** More is faster; the scores depend on it. */
  benchmarkIndex: number;
}

interface Report {
  environment: { benchmarkIndex: number };
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

interface LighthouseModule {
  default(url: string, flags: object, config: object | undefined): Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

/** Audits pages in a running browser with its session, through its debugging port. */
export interface Lighthouse {
  audit(url: string, device: Device, port: number): Promise<LighthouseScores>;
}

const packages = ownPackages('lighthouse', 'Lighthouse');

/** Installs Lighthouse if it is missing and loads it; returns undefined if that fails. */
export async function prepareLighthouse(say: (line: string) => void): Promise<Lighthouse | undefined> {
  if (!(await packages.prepare(say))) return undefined;
  const lighthouse = await packages.load<LighthouseModule>('lighthouse');
  return {
    async audit(url, device, port) {
      const flags = { port, logLevel: 'error', disableStorageReset: true };
      const config = device === 'computer' ? lighthouse.desktopConfig : undefined;
      for (let audits = 1; ; audits += 1) {
        const report = (await lighthouse.default(url, flags, config))?.lhr;
        if (report?.finalDisplayedUrl !== url) throw new Error(`Lighthouse did not load ${url}`);
        const scores = scoresOf(report);
        if (!Number.isNaN(scores.lcp) || audits === MAX_AUDITS) return scores;
      }
    },
  };
}

/** Now and then Lighthouse records no paint of a page. */
const MAX_AUDITS = 3;

function scoresOf({ categories, audits, environment }: Report): LighthouseScores {
  const score = (name: string): number => 100 * (categories[name]?.score ?? Number.NaN);
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    benchmarkIndex: environment.benchmarkIndex,
  };
}
