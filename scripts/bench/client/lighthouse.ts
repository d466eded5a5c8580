import type { Say } from '../harness/bench.ts';
import type { BenchBrowser } from './bench-browser.ts';
import { loadPackages } from '../own-packages.ts';

/** Emulated device: a phone on slow 4G with CPU throttling, or a computer on 10 Mbit/s. */
type Device = 'phone' | 'computer';

interface LighthouseModule {
  default(url: string, flags: object, config: object | undefined): Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

/** What reads a figure of a page by its name: the score of a category from 0 to 100, or the value of an audit. */
type Figures = (name: string) => number;

/** Audits a page in a running browser with its session and an empty cache, through its debugging port. */
export type Audit = (browser: BenchBrowser, path: string, device: Device) => Promise<Figures>;

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
      const { categories, audits: values } = report;
      if ((values['largest-contentful-paint']?.numericValue ?? 0) === 0 && audits < MAX_AUDITS) continue;
      return (name) => {
        const score = categories[name]?.score;
        const figure = typeof score === 'number' ? 100 * score : values[name]?.numericValue;
        if (figure === undefined) throw new Error(`Lighthouse tells no ${name} of ${url}`);
        return figure;
      };
    }
  };
}
