import { ownPackages } from '../own-packages.ts';

/** Where a page is read: a phone on slow 4G with a quarter of our processor, or a computer on 10 Mbit/s. */
export type Device = 'phone' | 'computer';

/** What Lighthouse found: its four categories from 0 to 100, and two of its measurements. */
export interface Judgement {
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
  /** Largest contentful paint, in milliseconds. */
  lcp: number;
  /** How far the page's content jumped. */
  cls: number;
}

interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

interface LighthouseModule {
  default(url: string, flags: object, config: object | undefined): Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

/** Judges pages as a browser sees them, signed in as that browser is; it is reached by its debugging port. */
export interface Lighthouse {
  judge(url: string, device: Device, port: number): Promise<Judgement>;
}

const packages = ownPackages('lighthouse', 'Lighthouse');

/** Lighthouse, installed where it is missing; undefined where that cannot be done. */
export async function prepareLighthouse(say: (line: string) => void): Promise<Lighthouse | undefined> {
  if (!(await packages.prepare(say))) return undefined;
  const lighthouse = await packages.load<LighthouseModule>('lighthouse');
  return {
    async judge(url, device, port) {
      const flags = { port, logLevel: 'error', disableStorageReset: true };
      const config = device === 'computer' ? lighthouse.desktopConfig : undefined;
      const report = (await lighthouse.default(url, flags, config))?.lhr;
      if (report?.finalDisplayedUrl !== url) throw new Error(`Lighthouse did not get to see ${url}`);
      return judgementOf(report);
    },
  };
}

function judgementOf({ categories, audits }: Report): Judgement {
  const score = (name: string): number => 100 * (categories[name]?.score ?? Number.NaN);
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
  };
}
