import Bowser from 'bowser';

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));

/** Returns browser ("Firefox 140") and system ("macOS") of a `User-Agent` header; `null` for what it does not tell. */
export function browserOf(userAgent: string): { browser: string | null; system: string | null } {
  const { browser, os } = Bowser.parse(userAgent === '' ? '-' : userAgent);
  // Otherwise the name is whatever the browser claims to be, which an intruder can choose.
  const isKnown = browser.name !== undefined && BROWSERS.has(browser.name);
  const [version = ''] = browser.version?.split('.') ?? [];
  return { browser: isKnown ? `${String(browser.name)} ${version}`.trim() : null, system: os.name ?? null };
}
