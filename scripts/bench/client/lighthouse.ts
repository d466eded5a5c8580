import type { Say } from '../harness/bench.ts';
import type { BenchBrowser } from './bench-browser.ts';
import { loadPackages } from '../own-packages.ts';

/** Emulated device: a phone on slow 4G with CPU throttling, or a computer on 10 Mbit/s. */
type Device = 'phone' | 'computer';

/** Categories by their names, with scores from 0 to 1, and audits with their values. */
interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

interface LighthouseModule {
  default(url: string, flags: object, config: object | undefined): Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

/** Audits a page in a running browser with its session and an empty cache, through its debugging port. */
export type Audit = (browser: BenchBrowser, path: string, device: Device) => Promise<Report>;

/** Now and then Lighthouse records no paint of a page. */
const MAX_AUDITS = 3;

/** Installs Lighthouse if it is missing and loads it; returns undefined if that fails. */
export async function prepareLighthouse(say: Say): Promise<Audit | undefined> {
  const load = await loadPackages('lighthouse', say);
  if (load === undefined) return undefined;
  const lighthouse = await load<LighthouseModule>('lighthouse');
  return async ({ origin, port, inFreshPage }, path, device) => {
    const url = origin + path;
    await inFreshPage(() => Promise.resolve());
    const flags = { port, logLevel: 'error', disableStorageReset: true };
    const config = device === 'computer' ? lighthouse.desktopConfig : undefined;
    for (let audits = 1; ; audits += 1) {
      const report = (await lighthouse.default(url, flags, config))?.lhr;
      if (report?.finalDisplayedUrl !== url) throw new Error(`Lighthouse did not load ${url}`);
      if (valueOf('largest-contentful-paint')(report) > 0 || audits === MAX_AUDITS) return report;
    }
  };
}

/** Returns what reads the score of a category from a report, from 0 to 100. */
export function scoreOf(name: string): (report: Report) => number {
  return ({ categories }) => 100 * (categories[name]?.score ?? Number.NaN);
}

/** Returns what reads the value of an audit from a report. */
export function valueOf(name: string): (report: Report) => number {
  return ({ audits }) => audits[name]?.numericValue ?? Number.NaN;
}
